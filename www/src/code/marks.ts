// What is wrong, on its line: the line and its number are marked, and the message is at the number.

import { lintGutter, setDiagnostics, type Diagnostic } from "@codemirror/lint";
import { RangeSet, RangeSetBuilder, StateEffect, StateField, type EditorState, type Extension, type TransactionSpec } from "@codemirror/state";
import { Decoration, EditorView, GutterMarker, gutterLineClass } from "@codemirror/view";

export interface Mark { line: number | null; message: string }

class BadLine extends GutterMarker {
  override elementClass = "bad-line";
}

const badNumber = new BadLine();
const badText = Decoration.line({ class: "bad-text" });
const setLines = StateEffect.define<readonly number[]>();

/** The beginnings of the marked lines; they move with the text. */
const lines = StateField.define<RangeSet<GutterMarker>>({
  create: () => RangeSet.empty,
  update(now, transaction) {
    for (const effect of transaction.effects) {
      if (effect.is(setLines)) return RangeSet.of(effect.value.map((from) => badNumber.range(from)), true);
    }
    return now.map(transaction.changes);
  },
  provide: (field) => [
    gutterLineClass.from(field),
    EditorView.decorations.from(field, (now) => {
      const builder = new RangeSetBuilder<Decoration>();
      for (const at = now.iter(); at.value; at.next()) builder.add(at.from, at.from, badText);
      return builder.finish();
    }),
  ],
});

export const marks: Extension = [lines, lintGutter()];

/** Marks these lines and no others. */
export function marked(state: EditorState, all: readonly Mark[]): TransactionSpec {
  const found: Diagnostic[] = [];
  for (const { line, message } of all) {
    if (line === null || line < 1 || line > state.doc.lines) continue;
    const { from, to } = state.doc.line(line);
    found.push({ from, to, severity: "error", message });
  }
  const spec = setDiagnostics(state, found);
  const starts = [...new Set(found.map(({ from }) => from))];
  return { ...spec, effects: [...[spec.effects ?? []].flat(), setLines.of(starts)] };
}
