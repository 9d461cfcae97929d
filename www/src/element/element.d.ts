/** Defines the element `<reconcile-playground>` in a browser; elsewhere nothing happens. */
import type { Move, Scenario, Session } from "./reconcile_playground.js";

export interface ReconcilePlaygroundElement extends HTMLElement {
  /** Loads the playground and shows it in the place of what stands there; rejects when it does not start, or is in no page for 15 seconds. */
  run(): Promise<void>;
  /** Back to the beginning; runs it first if it does not run. */
  reset(): void;
  /** To a position among the recorded moves; runs it first if it does not run. */
  goto(position: number): void;
  /** Null before it runs. */
  readonly position: number | null;
  /** What was played, up to the position; null before it runs. What is set is opened: at once, or when it runs; a text is that of a link, `v1=…`, or the link. */
  get session(): Session | null;
  set session(session: Session | string | null);
  addEventListener<Name extends keyof ReconcilePlaygroundEvents>(type: Name, listener: (this: ReconcilePlaygroundElement, event: ReconcilePlaygroundEvents[Name]) => void, options?: boolean | AddEventListenerOptions): void;
  addEventListener(type: string, listener: EventListenerOrEventListenerObject, options?: boolean | AddEventListenerOptions): void;
  removeEventListener<Name extends keyof ReconcilePlaygroundEvents>(type: Name, listener: (this: ReconcilePlaygroundElement, event: ReconcilePlaygroundEvents[Name]) => void, options?: boolean | EventListenerOptions): void;
  removeEventListener(type: string, listener: EventListenerOrEventListenerObject, options?: boolean | EventListenerOptions): void;
}

/** None of them bubbles. */
export interface ReconcilePlaygroundEvents {
  /** It runs, or has opened something else. */
  ready: CustomEvent<{ version: 1; engine: string; scenario: Scenario; position: number; length: number; moves: Move[]; revision: string; digest: string }>;
  /** The position, or what is recorded, has changed: `moves` are those from index `from` on. */
  step: CustomEvent<{ position: number; length: number; from: number; moves: Move[]; revision: string; digest: string }>;
  /** The goals of a task are reached. */
  completed: CustomEvent<{ task: string; digest: string }>;
  problem: CustomEvent<{ code: string; message: string }>;
}

declare global {
  interface HTMLElementTagNameMap {
    "reconcile-playground": ReconcilePlaygroundElement;
  }
}
