// Names and revisions of objects, as plain values.

import type { KubeObject, Ref } from "../contract.ts";

/** `ConfigMap/default/web-config`: one name for one object, whatever holds it. */
export function idOf(ref: Ref): string {
  return `${ref.kind}/${ref.namespace ?? "default"}/${ref.name}`;
}

export function refOf(object: KubeObject): Ref {
  const { name = "", namespace } = object.metadata;
  return { apiVersion: object.apiVersion, kind: object.kind, name, ...(namespace === undefined ? {} : { namespace }) };
}

export function sameObject(a: Ref, b: Ref): boolean {
  return a.kind === b.kind && a.name === b.name && (a.namespace ?? "default") === (b.namespace ?? "default");
}

export function revisionOf(object: KubeObject | undefined): string | null {
  return object?.metadata.resourceVersion ?? null;
}

/** What `kubectl get` would call gone-to-be: the delete was accepted, something still holds the object. */
export function isTerminating(object: KubeObject): boolean {
  return object.metadata.deletionTimestamp !== undefined;
}

export function findObject(objects: readonly KubeObject[], ref: Ref): KubeObject | undefined {
  return objects.find(({ kind, metadata: { name = "", namespace } }) => sameObject({ kind, name, namespace }, ref));
}

/** The AppConfig of a key, `default/web`: the one that a pass is about, or that an account was made for. */
export function appConfigOf(objects: readonly KubeObject[], key: string): KubeObject | undefined {
  return objects.find(({ kind, metadata }) => kind === "AppConfig" && `${metadata.namespace ?? ""}/${metadata.name ?? ""}` === key);
}

/** Kinds that are part of the stage, not of the play. */
export function isScenery(object: KubeObject): boolean {
  return object.kind === "Namespace";
}
