// The question before something is given up.

/** True: the person agrees. A frame may not ask like this: frame/consent.ts. */
export function consent(question: string): boolean {
  return window.confirm(question);
}
