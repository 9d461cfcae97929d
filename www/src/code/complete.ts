import type { CompletionContext, CompletionResult } from "@codemirror/autocomplete";
export async function complete(_context: CompletionContext): Promise<CompletionResult | null> { return null; }
