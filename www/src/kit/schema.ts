// Whether data keeps to its JSON Schema; the library's findings in the words of this project.

import { Validator, type OutputUnit, type Schema } from "@cfworker/json-schema";
import { valueAt } from "../derive/claims.ts";
import type { Found } from "./found.ts";

/** By their places in the sources, by which they refer to each other: `scenarios/schema.json`. */
export type Schemas = Record<string, Schema>;

const placed = (name: string): string => new URL(name, "file:///www/").href;
/** What only says that something below it is wrong. */
const WRAPPERS = new Set(["$ref", "properties", "items", "additionalProperties", "allOf", "anyOf", "if", "propertyNames"]);

export function faultsAgainst(schemas: Schemas, name: string, data: unknown): Found[] {
  const validator = new Validator({ ...schemas[name]!, $id: placed(name) }, "2020-12", false);
  for (const [other, schema] of Object.entries(schemas)) if (other !== name) validator.addSchema(schema, placed(other));
  const { errors } = validator.validate(data);
  const leaves = errors.filter((one) => !WRAPPERS.has(one.keyword));
  const choices = errors.filter(({ keyword }) => keyword === "anyOf");
  const found = new Map<string, Found>();
  for (const one of leaves.filter((leaf) => !misled(leaf, leaves, choices))) {
    const path = pointer(one.instanceLocation);
    const what = said(one, valueAt(data, path));
    const key = one.keyword === "required" ? `${path} required` : `${path} ${what}`;
    const before = found.get(key);
    found.set(key, before && before.what !== what ? { path, what: `${before.what}; ${what}` } : { path, what });
  }
  return [...found.values()];
}

/** Of several that it may be, those are left out that it was not meant to be: they fail at once, and another one below. */
function misled(leaf: OutputUnit, leaves: readonly OutputUnit[], choices: readonly OutputUnit[]): boolean {
  const at = choices.find((one) => leaf.keywordLocation.startsWith(`${one.keywordLocation}/`) && leaf.instanceLocation === one.instanceLocation);
  // Of what is not known the library does not say which of them forbids it.
  const within = ({ keyword, keywordLocation }: OutputUnit) => keyword === "false" || keywordLocation.startsWith(`${at?.keywordLocation}/`);
  return at !== undefined && leaves.some((other) => within(other) && other.instanceLocation.startsWith(`${at.instanceLocation}/`));
}

function pointer(location: string): string {
  return decodeURIComponent(location.slice(1));
}

function said({ keyword, error }: OutputUnit, value: unknown): string {
  const quoted = /"(.*)"/s.exec(error)?.[1] ?? "";
  switch (keyword) {
    case "false": return "is a field that is not known here";
    case "required": return `${quoted.split('"')[0]} is missing`;
    case "type": return `is ${kindOf(value)}, and should be ${/Expected "(.*)"\.$/.exec(error)?.[1]?.replaceAll('", "', " or ")}`;
    case "const": return `is ${JSON.stringify(value)}, and should be ${error.replace(/^Instance does not match |\.$/g, "")}`;
    case "enum": return `is ${JSON.stringify(value)}, and should be one of ${error.replace(/^Instance does not match any of \[|\]\.$/g, "").replaceAll(",", ", ")}`;
    case "pattern": return `is not written as it should be: ${JSON.stringify(value)}`;
    case "minProperties": case "minLength": return "is empty";
    case "maxLength": return `is too long (${[...(value as string)].length} characters)`;
    case "maxProperties": return `has ${Object.keys(value as object).join(" and ")}, and should have one of them`;
    case "minItems": return `has too few entries (${(value as unknown[]).length})`;
    case "maxItems": return `has too many entries (${(value as unknown[]).length})`;
    case "uniqueItems": return "has the same entry twice";
    case "not": return "has a value, and exists and absent take none";
    default: return error;
  }
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "a list" : typeof value;
}

