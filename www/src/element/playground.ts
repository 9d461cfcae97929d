// What is inside the element: what its author put there, or a picture, until somebody runs it; then the frame in its place.
// But for that picture there is no request before it is asked for, and nothing outside of the element is touched.

import type { Session } from "../contract.ts";
import { languageOf, WORDS, type Language } from "./language.ts";
import { isDark, PREFERRED } from "./theme.ts";
import { isText, sessionOf, told, type Message, type Heard } from "./told.ts";

const TITLE = "reconcile playground";
export const NAME = "reconcile-playground";

const enum Limit {
  /** Milliseconds that a frame may take to be ready. */
  patience = 15_000,
  /** Narrower than this it has the narrow picture. */
  narrow = 480,
  /** Of a frame's height. */
  least = 80,
  most = 20_000,
}

export function playground(host: HTMLElement, folder: string, sheet: CSSStyleSheet) {
  const root = host.attachShadow({ mode: "open" });
  root.adoptedStyleSheets = [sheet];
  const box = add(root, "section");
  const slot = add(box, "slot");
  const picture = add(box, "img", { loading: "lazy", alt: TITLE });
  const bar = add(box, "p");
  const button = add(bar, "button");
  const note = add(bar, "span", { role: "alert" });

  let lang: Language = "en";
  let theme = "";
  /** The frame that is there or on its way; what its run is, and how it was told to look, once it is there. */
  let frame: HTMLIFrameElement | null = null;
  let run: Heard | null = null;
  let ready = false;
  let said = "";
  let height = 0;
  let timer = 0;
  /** What is to be opened once there is a frame. */
  let asked: Session | null = null;
  /** What the frame was made for, and what the picture shows. */
  let wanted = "";
  let drawn = "";
  let running: Promise<void> | null = null;
  let settle: ((error?: Error) => void) | null = null;
  let listening: AbortController;

  const attribute = (name: string): string => host.getAttribute(name) ?? "";

  /** Everything that depends on where it stands, and how far it is. */
  const look = (): void => {
    lang = languageOf(host);
    theme = isDark(host) ? "dark" : "light";
    const way = theme + (host.clientWidth < Limit.narrow ? ".narrow" : "");
    const own = host.childElementCount > 0 || /\S/.test(host.textContent!);
    slot.hidden = ready || !own;
    picture.hidden = ready || own;
    bar.hidden = ready;
    box.className = way;
    bar.lang = lang;
    button.textContent = WORDS[lang].run + (settle ? "…" : "");

    const high = `${+attribute("height") || height}px`;
    box.style.minHeight = high;
    if (ready) {
      frame!.style.height = high;
      if (said !== lang + theme) {
        said = lang + theme;
        post("lang", { lang });
        post("theme", { theme });
      }
    }

    if (running && wanted !== page("")) return void begin(true);
    const name = attribute("task") ? `task.${attribute("task")}` : attribute("scenario");
    if (picture.hidden || !name) return;
    const src = address(`pictures/${encodeURIComponent(name)}.${lang}.${way}.svg`);
    if (src !== drawn) drawn = picture.src = src;
  };

  /** Of a file of the site. */
  const address = (file: string): string => (attribute("src").replace(/[^/]$/, "$&/") || folder) + file;

  /** Of a page that stands at what is asked for. */
  const page = (file: string): string => {
    const asks = ["scenario", "task", "panels"].map((name) => attribute(name) && `&${name}=${encodeURIComponent(attribute(name))}`);
    return address(`${file}${asks.join("")}#${attribute("session")}`);
  };

  /** Loads a frame behind what stands there; when the element is in no page, as soon as it is. */
  const begin = (anew = false): Promise<void> => {
    if (running && !anew) return running;
    if (!settle) {
      running = new Promise((done, failed) => { settle = (error) => (error ? failed(error) : done()); });
      // Whoever does not listen sees it in the page.
      running.catch(() => {});
    }
    if (!host.isConnected) return running!;
    // What was asked for before something else was is given up.
    if (wanted && wanted !== page("")) asked = null;
    wanted = page("");
    clear();
    note.textContent = "";
    said = lang + theme;
    frame = add(box, "iframe", {
      title: TITLE, sandbox: "allow-scripts" as unknown as DOMTokenList, allow: "clipboard-write", referrerPolicy: "no-referrer",
      src: page(`embed.html?lang=${lang}&theme=${theme}`),
    });
    timer = setTimeout(fail, Limit.patience);
    return running!;
  };

  /** It holds what it is to show: it takes the place of what was there. */
  const show = (): void => {
    clearTimeout(timer);
    // It begins as high as what it replaces.
    height ||= box.clientHeight;
    ready = true;
    asked = null;
    // Whoever pressed the button is in the frame.
    const focused = root.activeElement;
    settle!();
    settle = null;
    look();
    if (focused) frame!.focus();
  };

  const fail = (): void => {
    const failed = settle!;
    clear();
    height = 0;
    running = settle = null;
    look();
    note.textContent = `${WORDS[lang].failed} `;
    failed(Error(note.textContent));
    add(note, "a", { href: page(`index.html?lang=${lang}&theme=${theme}`), target: "_blank", textContent: WORDS[lang].full });
  };

  const clear = (): void => {
    clearTimeout(timer);
    const focused = root.activeElement;
    frame?.remove();
    frame = run = null;
    ready = false;
    look();
    if (focused) button.focus();
  };

  const post = (name: string, data?: Message): void => {
    // A sandboxed frame has no origin that could be named.
    frame!.contentWindow!.postMessage({ type: `${NAME}:${name}`, ...data }, "*");
  };

  const hear = ({ source, data }: MessageEvent): void => {
    if (source !== frame?.contentWindow) return;
    const { type, ...detail } = Object(data) as Message;
    const { height: high, code, message, task = code, digest = message } = detail;
    const name = `${type}`.split(`${NAME}:`)[1]!;
    if (name === "resize") {
      if ((high as number) >= Limit.least) height = Math.min(high as number, Limit.most);
      if (ready) look();
      return;
    }
    if (name === "ready" || name === "step") {
      const before = run;
      const now = told(before, name, detail);
      if (!now) return;
      run = now;
      if (!ready) {
        if (name === "step") return;
        // With another session it is ready once more.
        if (asked && !before) return post("open", { session: asked });
        show();
      }
    } else if (!/^(problem|completed)$/.test(name) || !isText(task) || !isText(digest)) return;
    // It says itself what is wrong, if it is there.
    else if (!ready) (run ? show : fail)();
    host.dispatchEvent(new CustomEvent(name, { detail }));
  };

  // Where it is missing nothing marks its place.
  picture.onerror = () => picture.removeAttribute("src");
  slot.onslotchange = look;
  button.onclick = () => begin();
  const size = new ResizeObserver(look);

  return {
    run: begin,

    order(name: string, data?: Message): void {
      begin().then(() => ready && post(name, data), () => {});
    },

    position: () => run && run.position,

    session: () => run && sessionOf(run),

    open(session: Session | null): void {
      if (ready && session) post("open", { session });
      else asked = session;
    },

    join(): void {
      const { signal } = listening = new AbortController();
      addEventListener("message", hear, { signal });
      matchMedia(PREFERRED).addEventListener("change", look, { signal });
      // A ground that changes slowly is what it will be only then.
      addEventListener("transitionend", look, { signal });
      const attributes = new MutationObserver(look);
      for (const one of [document.documentElement, document.body, host]) attributes.observe(one, { attributes: true });
      signal.onabort = () => attributes.disconnect();
      // Looks once its content is there, and its size.
      size.observe(host);
      if (running) begin(true);
    },

    /** A frame begins anew wherever it is put: it will go on with what it had. */
    leave(): void {
      listening.abort();
      asked ??= run && sessionOf(run);
      clear();
    },
  };
}

function add<Tag extends keyof HTMLElementTagNameMap>(into: Node, tag: Tag, like?: Partial<HTMLElementTagNameMap[Tag]>): HTMLElementTagNameMap[Tag] {
  return into.appendChild(Object.assign(document.createElement(tag), like));
}
