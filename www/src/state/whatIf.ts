// What the server would say to a copy if it were sent now: asked of a run of its own, which is then thrown away.

import type { ApiRequest, KubeObject, KubeStatus } from "../contract.ts";
import { idOf, refOf, revisionOf, sameObject } from "../derive/names.ts";
import { askAt, moment, type Moment } from "./run.ts";
import { pathOf } from "./world.ts";

export type Verdict =
  | { code: "taken"; after: string | null }
  | { code: "refused"; status: KubeStatus };

export interface WhatIf {
  /** Of a PUT of the copy. */
  verdict: Verdict;
  /** The reconciler's next request, when it is one to this object: whether a version is compared. */
  next: { method: string; compares: boolean } | null;
}

const known = new WeakMap<Moment, Map<string, WhatIf | null>>();

export function whatIf(controller: string, key: string, copy: KubeObject): WhatIf | null {
  const now = moment.value;
  if (!now) return null;
  let asked = known.get(now);
  if (!asked) known.set(now, asked = new Map());
  const id = `${controller} ${key} ${idOf(refOf(copy))}`;
  if (!asked.has(id)) asked.set(id, tryOut(now, controller, key, copy));
  return asked.get(id)!;
}

function tryOut(now: Moment, controller: string, key: string, copy: KubeObject): WhatIf | null {
  const path = pathOf(refOf(copy));
  return askAt(now.view.position, (run) => {
    const coming = run.view({ objects: false, passes: 0, bodies: true }).controllers[controller]?.inProgress.find((pass) => pass.key === key)?.next ?? null;
    const next = coming && "method" in coming && sameObject(coming.ref, refOf(copy))
      ? { method: coming.method, compares: "body" in coming && comparesVersion(coming.body) }
      : null;
    const request: ApiRequest = { method: "PUT", path, body: copy, as: controller };
    const { code, body } = run.request(request);
    const verdict: Verdict = code < 400 ? { code: "taken", after: revisionOf(body as KubeObject) } : { code: "refused", status: body as KubeStatus };
    return { verdict, next };
  });
}

function comparesVersion(body: unknown): boolean {
  const metadata = (body as { metadata?: { resourceVersion?: unknown } } | null | undefined)?.metadata;
  return typeof metadata?.resourceVersion === "string" && metadata.resourceVersion !== "";
}
