import "reconcile-playground/element";
import type { ReconcilePlaygroundElement } from "reconcile-playground/element";
import type { Session } from "reconcile-playground";

export async function played(): Promise<Session | null> {
  const element: ReconcilePlaygroundElement = document.createElement("reconcile-playground");
  element.addEventListener("step", ({ detail }) => { detail.revision.toUpperCase(); });
  await element.run();
  element.goto(3);
  // @ts-expect-error: a position is a number
  element.goto("3");
  return element.session;
}
