// <yaml-editor>: the text of an object in a rich editor. It lives in a shadow root, whose styles are adopted sheets, so
// that the page's policy needs no exception; the page hands it what to show and hears what is typed.

import { autocompletion, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { yaml } from "@codemirror/lang-yaml";
import { indentUnit } from "@codemirror/language";
import { Annotation, Compartment, EditorSelection, EditorState, Transaction, type Extension } from "@codemirror/state";
import { EditorView, keymap, lineNumbers, tooltips, type Rect, type ViewUpdate } from "@codemirror/view";
import { indentAfter } from "../derive/indent.ts";
import { editorWords } from "../words/editor/index.ts";
import type { Language } from "../words/index.ts";
import { complete } from "./complete.ts";
import { marked, marks, type Mark } from "./marks.ts";
import { theme } from "./theme.ts";

export interface Shown {
  /** Which object; another one begins with a history of its own. */
  id: string;
  /** What the text was before anything was typed: undo comes back to it. */
  base: string;
  text: string;
  label: string;
  hint: string;
  marks: readonly Mark[];
  language: Language;
}

/** Where the caret stood in the text area. */
export interface Caret { from: number; to: number; backward: boolean; left: number }

/** A change that comes from the page and not from the person. */
const fromPage = Annotation.define<true>();

/** Longer than a pause within a word, shorter than a look at what was typed. */
const PAUSE = 500;

/** What the meaning of a suggestion needs beside the list. */
const ROOM = 260;

/** Between what pops up and the edge of the window. */
const MARGIN = 8;

export class YamlEditor extends HTMLElement {
  #view: EditorView | null = null;
  #shown: Shown | null = null;
  #about = new Compartment();
  #phrases = new Compartment();
  #hint = document.createElement("span");
  #paused = 0;

  constructor() {
    super();
    this.attachShadow({ mode: "open" });
    this.#hint.id = "hint";
    this.#hint.hidden = true;
  }

  override focus(): void { this.#view?.focus(); }

  get value(): string { return this.#view?.state.doc.toString() ?? ""; }

  set shown(next: Shown) {
    const before = this.#shown;
    this.#shown = next;
    const view = this.#view ??= this.#open(next);
    if (before && before.id !== next.id) {
      view.setState(this.#fresh(next));
      this.#catchUp(view, next, true);
    } else {
      this.#catchUp(view, next, before === null);
    }
    if (before && before.label !== next.label || !sameMarks(before?.marks ?? [], next.marks)) {
      view.dispatch({ effects: this.#about.reconfigure(about(next)) }, marked(view.state, next.marks));
    }
    this.#hint.textContent = next.hint;
    if (before?.language !== next.language || before.id !== next.id) void this.#speak(next.language);
  }

  /** What the editor itself says, in the language of the page. */
  async #speak(spoken: Language): Promise<void> {
    const { phrases } = await editorWords(spoken);
    if (this.#shown?.language === spoken) this.#view?.dispatch({ effects: this.#phrases.reconfigure(EditorState.phrases.of(phrases)) });
  }

  /** Goes on where the text area was left. */
  takeOver(caret: Caret, focused: boolean): void {
    const view = this.#view;
    if (!view) return;
    const [anchor, head] = caret.backward ? [caret.to, caret.from] : [caret.from, caret.to];
    view.dispatch({ selection: { anchor, head } });
    if (focused) view.focus();
    view.scrollDOM.scrollLeft = caret.left;
  }

  /** The caret to the end of a line, which is brought into sight. */
  goToLine(line: number): void {
    const view = this.#view;
    if (!view) return;
    const { to } = view.state.doc.line(Math.min(Math.max(1, line), view.state.doc.lines));
    view.dispatch({ selection: { anchor: to }, effects: EditorView.scrollIntoView(to, { y: "center" }) });
    view.focus();
  }

  disconnectedCallback(): void {
    window.clearTimeout(this.#paused);
  }

  #open(shown: Shown): EditorView {
    const root = this.shadowRoot!;
    const view = new EditorView({ state: this.#fresh(shown), root, parent: root });
    root.append(this.#hint);
    return view;
  }

  #fresh(shown: Shown): EditorState {
    return EditorState.create({ doc: shown.base, extensions: [this.#about.of(about(shown)), this.#phrases.of([]), this.#extensions()] });
  }

  /** What the page has and the editor has not: typed in the text area, or come from the server. */
  #catchUp(view: EditorView, { text }: Shown, undoable: boolean): void {
    const now = view.state.doc.toString();
    if (now === text) return;
    let from = 0;
    while (from < now.length && now[from] === text[from]) from += 1;
    let same = 0;
    while (same < now.length - from && same < text.length - from && now[now.length - 1 - same] === text[text.length - 1 - same]) same += 1;
    view.dispatch({
      changes: { from, to: now.length - same, insert: text.slice(from, text.length - same) },
      annotations: [fromPage.of(true), Transaction.addToHistory.of(undoable)],
    });
  }

  #extensions(): Extension {
    return [
      lineNumbers(),
      marks,
      history(),
      yaml(),
      indentUnit.of("  "),
      autocompletion({ override: [complete], icons: false, positionInfo: besideOrBelow }),
      tooltips({ tooltipSpace: () => ({ top: MARGIN, left: MARGIN, right: window.innerWidth - MARGIN, bottom: window.innerHeight - MARGIN }) }),
      theme,
      keymap.of([
        ...completionKeymap,
        { key: "Mod-Enter", run: () => this.#tell("save") },
        { key: "Enter", run: newline },
        ...historyKeymap,
        // Tab is not among them: it leaves the text.
        ...defaultKeymap,
      ]),
      EditorView.domEventHandlers({ beforeinput: typedOver }),
      EditorView.updateListener.of((update) => this.#updated(update)),
    ];
  }

  #updated(update: ViewUpdate): void {
    if (!update.docChanged || update.transactions.some((one) => one.annotation(fromPage))) return;
    this.#tell("typed");
    window.clearTimeout(this.#paused);
    this.#paused = window.setTimeout(() => this.#tell("paused"), PAUSE);
  }

  #tell(what: "typed" | "paused" | "save"): true {
    this.dispatchEvent(new Event(what));
    return true;
  }
}

function about(shown: Shown): Extension {
  return EditorView.contentAttributes.of({
    "aria-label": shown.label, "aria-describedby": "hint", "aria-invalid": shown.marks.length > 0 ? "true" : "false", autocapitalize: "off", autocorrect: "off", spellcheck: "false",
  });
}

function sameMarks(a: readonly Mark[], b: readonly Mark[]): boolean {
  return a.length === b.length && a.every((mark, at) => mark.line === b[at]!.line && mark.message === b[at]!.message);
}

/** What a suggestion means stands beside the list, or where there is no room, below or above it: never over it. */
function besideOrBelow(_view: EditorView, list: Rect, option: Rect, info: Rect, space: Rect): { style: string; class: string } {
  const height = info.bottom - info.top;
  const listHeight = list.bottom - list.top;
  if (space.right - list.right >= ROOM) {
    const top = Math.max(0, Math.min(option.top, space.bottom - height) - list.top);
    return { style: `top: ${top}px; max-width: ${ROOM}px`, class: "cm-completionInfo-right" };
  }
  const side = space.bottom - list.bottom > height ? "top" : "bottom";
  return { style: `${side}: ${listHeight + 2}px; left: 0; width: max-content; max-width: ${space.right - list.left}px`, class: "" };
}

/** What is typed over a selection is put there by the editor: the browser would leave inline styles, which the policy forbids. */
function typedOver(event: InputEvent, view: EditorView): boolean {
  if (event.inputType !== "insertText" || event.data === null || event.isComposing || view.state.selection.main.empty) return false;
  view.dispatch(view.state.replaceSelection(event.data), { userEvent: "input.type", scrollIntoView: true });
  event.preventDefault();
  return true;
}

function newline(view: EditorView): boolean {
  const { state } = view;
  view.dispatch(state.changeByRange((range) => {
    const line = state.doc.lineAt(range.from);
    const insert = `${state.lineBreak}${indentAfter(state.sliceDoc(line.from, range.from))}`;
    return { changes: { from: range.from, to: range.to, insert }, range: EditorSelection.cursor(range.from + insert.length) };
  }), { scrollIntoView: true, userEvent: "input" });
  return true;
}

customElements.define("yaml-editor", YamlEditor);
