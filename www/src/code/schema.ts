// What can stand where: the structural schemas of custom kinds as their definitions have them, and the same for the kinds
// that the API server brings along.

/** As much of OpenAPI as structural schemas use. */
export interface Schema {
  type?: string;
  format?: string;
  description?: string;
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
  items?: Schema;
  enum?: unknown[];
  required?: string[];
}

const text: Schema = { type: "string" };
const number: Schema = { type: "integer" };
const yes: Schema = { type: "boolean" };
const texts: Schema = { type: "array", items: text };
const map: Schema = { type: "object", additionalProperties: text };
const time: Schema = { type: "string", format: "date-time" };
const of = (properties: Record<string, Schema>): Schema => ({ type: "object", properties });
const list = (properties: Record<string, Schema>): Schema => ({ type: "array", items: of(properties) });

/** Of every object; what only the server writes is not offered. */
const metadata = of({
  name: text,
  namespace: text,
  labels: map,
  annotations: map,
  finalizers: texts,
  ownerReferences: list({ apiVersion: text, kind: text, name: text, uid: text, controller: yes, blockOwnerDeletion: yes }),
  resourceVersion: text,
  generateName: text,
});

const KINDS: Record<string, Record<string, Schema>> = {
  ConfigMap: { data: map, binaryData: map, immutable: yes },
  Secret: { type: text, data: map, stringData: map, immutable: yes },
  Namespace: { spec: of({ finalizers: texts }) },
  Lease: { spec: of({ holderIdentity: text, leaseDurationSeconds: number, acquireTime: time, renewTime: time, leaseTransitions: number }) },
  CustomResourceDefinition: {
    spec: of({
      group: text,
      scope: { type: "string", enum: ["Namespaced", "Cluster"] },
      names: of({ kind: text, plural: text, singular: text, listKind: text, shortNames: texts, categories: texts }),
      versions: list({
        name: text, served: yes, storage: yes, schema: of({ openAPIV3Schema: { type: "object" } }),
        subresources: of({ status: { type: "object" } }), additionalPrinterColumns: list({ name: text, type: text, jsonPath: text, description: text, priority: number }),
      }),
    }),
  },
};

/** The schema of a kind; what a definition says of it wins. */
export function schemaOf(kind: string, defined: Schema | undefined): Schema {
  return of({ apiVersion: text, kind: text, metadata, ...(defined?.properties ?? KINDS[kind]) });
}

/** `map of string`, `list of object`, `string`. */
export function below(schema: Schema, step: string | symbol): Schema | undefined {
  if (typeof step === "symbol") return schema.items;
  const named = schema.properties?.[step];
  if (named) return named;
  return typeof schema.additionalProperties === "object" ? schema.additionalProperties : undefined;
}
