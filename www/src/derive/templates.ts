// What a new object begins with: the least that its kind takes.

import type { KubeObject, Ref } from "../contract.ts";

const BODIES: Record<string, (ref: Ref) => Record<string, unknown>> = {
  AppConfig: () => ({ spec: { data: { color: "green" } } }),
  ConfigMap: () => ({ data: { color: "green" } }),
  Secret: () => ({ type: "Opaque", data: { password: "czNjcjN0" } }),
  Lease: () => ({ spec: { holderIdentity: "me", leaseDurationSeconds: 15 } }),
  CustomResourceDefinition: () => ({
    spec: {
      group: "lab.example.com",
      scope: "Namespaced",
      names: { kind: "Widget", plural: "widgets" },
      versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true } } }],
    },
  }),
};

/** A definition's name is made of what it defines. */
const NAMES: Record<string, string> = { CustomResourceDefinition: "widgets.lab.example.com" };

export function templateOf(ref: Ref): KubeObject {
  return {
    apiVersion: ref.apiVersion ?? "v1",
    kind: ref.kind,
    metadata: { name: ref.name, ...(ref.namespace === undefined ? {} : { namespace: ref.namespace }) },
    ...BODIES[ref.kind]?.(ref),
  };
}

/** A name that nothing of the kind has yet. */
export function newName(kind: string, taken: (name: string) => boolean): string {
  const name = NAMES[kind] ?? `new-${kind.toLowerCase()}`;
  if (!taken(name) || kind in NAMES) return name;
  let at = 2;
  while (taken(`${name}-${at}`)) at += 1;
  return `${name}-${at}`;
}
