// What is inside the element: what its author put there, or a picture, until somebody runs it; then the frame in its place.
// But for that picture there is no request before it is asked for, and nothing outside of the element is touched.

import type { Session } from "../contract.ts";
import { languageOf, WORDS, type Language } from "./language.ts";
import { isDark, PREFERRED } from "./theme.ts";
import { isText, sessionOf, told, type Message, type Heard } from "./told.ts";

export const NAME = "reconcile-playground";

const enum Limit {
  /** Milliseconds that a frame may take to be ready once all that it names is there; or an element to be in a page. */
  patience = 15_000,
  /** And altogether: a network may be slow. */
  longest = 120_000,
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
  const picture = add(box, "img", { loading: "lazy" });
  const bar = add(box, "div");
  const button = add(bar, "button");
  const note = add(bar, "span", { role: "alert" });

  let lang: Language;
  let theme: string;
  /** The frame that is there or on its way; what its run is, and how it was told to look, once it is there. */
  let frame: HTMLIFrameElement | null;
  let run: Heard | null = null;
  let ready: boolean;
  let said: string;
  let height = 0;
  let timer: number;
  /** What is to be opened once there is a frame. */
  let asked: Session | null;
  /** What the frame was made for, and what the picture shows. */
  let wanted: string;
  let drawn: string;
  let running: Promise<void> | null;
  let settle: ((error?: Error) => void) | null;
  let listening: AbortController;

  const attribute = (name: string): string => host.getAttribute(name) ?? "";

  /** Everything that depends on where it stands, and how far it is. */
  const look = (): void => {
    lang = languageOf(host);
    theme = isDark(host) ? "dark" : "light";
    const way = theme + (host.clientWidth < Limit.narrow ? ".narrow" : "");
    // Of a session there is no picture.
    const name = attribute("session") ? "" : attribute("task") ? `task.${attribute("task")}` : attribute("scenario");
    slot.hidden = ready || !(host.childElementCount || host.textContent!.trim());
    picture.hidden = ready || !slot.hidden || !name;
    bar.hidden = ready;
    box.className = way;
    bar.lang = lang;
    picture.alt = attribute("title") || "reconcile playground";
    button.textContent = `${WORDS[lang].run}: ${picture.alt}${settle ? "…" : ""}`;

    const high = `${within(+attribute("height")) || height}px`;
    box.style.minHeight = high;
    if (ready) {
      frame!.style.height = high;
      frame!.style.colorScheme = theme;
      frame!.title = picture.alt;
      if (said !== lang + theme) {
        said = lang + theme;
        post("lang", { lang });
        post("theme", { theme });
      }
    }

    if (running && wanted !== page("")) return void begin(true);
    if (picture.hidden) return;
    const src = address(`pictures/${encodeURIComponent(name)}.${lang}.${way}.svg`);
    if (src !== drawn) drawn = picture.src = src;
  };

  /** Of a file of the site. */
  const address = (file: string): string => (attribute("src").replace(/[^/]$/, "$&/") || folder) + file;

  /** Of a page that stands at what is asked for. */
  const page = (file: string): string => {
    const ask = (name: string): string => attribute(name) && `&${name}=${encodeURIComponent(attribute(name))}`;
    // Of a whole link what stands from there on. The frame says that what is none cannot be opened.
    const session = attribute("session") && (/v\d+=.*/s.exec(attribute("session")) ?? "v1=");
    return address(`${file}${ask("scenario")}${ask("task")}${ask("panels")}#${session}`);
  };

  /** Loads a frame behind what stands there; when the element is in no page, as soon as it is. */
  const begin = (anew = false): Promise<void> => {
    if ((ready || settle) && !anew) return running!;
    if (!settle) {
      running = new Promise((done, failed) => { settle = (error) => (error ? failed(error) : done()); });
      // Whoever does not listen sees it in the page.
      running.catch(() => {});
    }
    // What was asked for before something else was is given up.
    if (wanted && wanted !== page("")) asked = null;
    wanted = page("");
    wait();
    if (!host.isConnected) return running!;
    clear();
    note.textContent = "";
    said = lang + theme;
    frame = add(box, "iframe", {
      sandbox: "allow-scripts" as unknown as DOMTokenList, allow: "clipboard-write", referrerPolicy: "no-referrer",
      src: page(`embed.html?lang=${lang}&theme=${theme}`),
      onload: () => wait(),
    });
    wait(Limit.longest);
    return running!;
  };

  /** It holds what it is to show: it takes the place of what was there. */
  const show = (): void => {
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

  const wait = (patience: number = Limit.patience): void => {
    clearTimeout(timer);
    timer = setTimeout(() => settle && fail(), patience);
  };

  const fail = (): void => {
    const failed = settle!;
    clear();
    height = 0;
    settle = null;
    // Out of the page it runs as soon as it is there again.
    if (host.isConnected) running = null;
    look();
    note.textContent = `${WORDS[lang].failed} `;
    failed(Error(note.textContent));
    add(note, "a", { href: page(`index.html?lang=${lang}&theme=${theme}`), target: "_blank", textContent: `${WORDS[lang].open}: ${picture.alt}` });
  };

  const clear = (): void => {
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
      height = within(high as number) || height;
      if (ready) look();
      return;
    }
    if (/^(problem|completed)$/.test(name)) {
      if (!isText(task) || !isText(digest)) return;
      // It says itself what is wrong, if it is there.
      if (!ready) (run ? show : fail)();
    } else {
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
    }
    host.dispatchEvent(new CustomEvent(name, { detail }));
  };

  // Where it is missing nothing marks its place.
  picture.onerror = () => picture.removeAttribute("src");
  slot.onslotchange = look;
  button.onclick = () => begin();
  const size = new ResizeObserver(look);
  const attributes = new MutationObserver(look);

  const order = (name: string, data?: Message): void => {
    begin().then(() => ready && post(name, data), () => {});
  };

  // What a script knows of it.
  Object.defineProperties(host, {
    run: { value: () => begin() },
    reset: { value: () => order("reset") },
    goto: { value: (position: number) => order("goto", { position }) },
    position: { get: () => run && run.position },
    session: {
      get: () => run && sessionOf(run),
      /** Or the text of a link, since frameworks set as a property whatever can be set. */
      set(session: Session | string | null) {
        if (isText(session)) host.setAttribute("session", session);
        else if (ready && session) post("open", { session });
        else asked = session;
      },
    },
  });

  /** It has come into a page, or has left it. */
  return (here: boolean): void => {
    if (!here) {
      listening.abort();
      attributes.disconnect();
      // A frame begins anew wherever it is put: it will go on with what it had.
      asked ??= run && sessionOf(run);
      clear();
      wait();
      return;
    }
    const { signal } = listening = new AbortController();
    addEventListener("message", hear, { signal });
    matchMedia(PREFERRED).addEventListener("change", look, { signal });
    // A ground that changes slowly is what it will be only then.
    addEventListener("transitionend", look, { signal });
    for (const one of [document.documentElement, document.body, host]) attributes.observe(one, { attributes: true });
    // Looks once its content is there, and its size.
    size.observe(host);
    if (running) begin(true);
  };
}

/** A height that a frame may have. */
function within(height: number): number | false {
  return height >= Limit.least && Math.min(height, Limit.most);
}

function add<Tag extends keyof HTMLElementTagNameMap>(into: Node, tag: Tag, like?: Partial<HTMLElementTagNameMap[Tag]>): HTMLElementTagNameMap[Tag] {
  return into.appendChild(Object.assign(document.createElement(tag), like));
}
