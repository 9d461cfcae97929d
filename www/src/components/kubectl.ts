import type { TemplateResult } from "lit-html";
import type { Language } from "../words/index.ts";
export function open(_language: Language): () => TemplateResult | string { return () => "kubectl"; }
