// A session as a link: `#v1=` and, in base64url, its JSON deflated. Nothing of it is trusted: what is broken, or larger
// than a session can be, is refused before anything is made of it.

import type { Session } from "../contract.ts";
import type { Story } from "../state/story.ts";

/** What the page adds to a session: where one stands, how the page was, where Reset goes back to, what a check found in it. */
export interface LinkView { lang?: string; panels?: string[]; at?: number; start?: number; story?: Story }
export type Linked = Session & { view?: LinkView };

/** Beyond this no session is read, packed or unpacked, in a link or a file. */
export const LARGEST = 8_000_000;

export class Unreadable extends Error {
  constructor(readonly why: "damaged" | "tooLarge" | "version") { super(why); }
}

export async function pack(session: Linked): Promise<string> {
  return `#v1=${await deflated(JSON.stringify(session))}`;
}

/** A text, deflated, in base64url. */
export async function deflated(text: string): Promise<string> {
  const packed = await gather(through(new TextEncoder().encode(text), new CompressionStream("deflate-raw")), LARGEST);
  const binary = Array.from(packed, (byte) => String.fromCharCode(byte)).join("");
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** The text in a link. Throws `Unreadable`. */
export async function unpack(fragment: string): Promise<string> {
  const [, version, text = ""] = /^#v(\d+)=(.*)$/s.exec(fragment) ?? [];
  if (version !== "1") throw new Unreadable("version");
  return inflated(text);
}

/** The other way. Throws `Unreadable`. */
export async function inflated(text: string): Promise<string> {
  if (text.length > LARGEST) throw new Unreadable("tooLarge");
  if (!/^[\w-]+$/.test(text)) throw new Unreadable("damaged");
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (one) => one.charCodeAt(0));
    return new TextDecoder("utf-8", { fatal: true }).decode(await gather(through(bytes, new DecompressionStream("deflate-raw")), LARGEST));
  } catch (thrown) {
    throw thrown instanceof Unreadable ? thrown : new Unreadable("damaged");
  }
}

function through(bytes: Uint8Array<ArrayBuffer>, how: CompressionStream | DecompressionStream): ReadableStream<Uint8Array> {
  return new Blob([bytes]).stream().pipeThrough(how);
}

/** What comes out, as long as it is not more than that: a small link can unpack to gigabytes. */
async function gather(stream: ReadableStream<Uint8Array>, most: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let length = 0;
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > most) {
      await reader.cancel().catch(() => {});
      throw new Unreadable("tooLarge");
    }
    parts.push(value);
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
