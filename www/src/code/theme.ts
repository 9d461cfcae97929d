// How the text looks: the page's own tokens, which a shadow root inherits, so that light and dark need nothing here.

import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import type { Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";

const look = EditorView.theme({
  "&": { color: "var(--ink)", fontSize: "var(--text-s)" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "20px", overflowX: "auto" },
  ".cm-content, .cm-gutter": { minHeight: "220px" },
  ".cm-content": { padding: "10px 0", caretColor: "var(--ink)", tabSize: "2" },
  ".cm-line": { padding: "0 12px" },
  ".cm-gutters": { color: "var(--muted)", backgroundColor: "var(--sunken)", border: "0", borderInlineEnd: "1px solid var(--line)" },
  // As wide as beside the text area, so that nothing jumps.
  ".cm-lineNumbers .cm-gutterElement": { minWidth: "20px", padding: "0", textAlign: "end" },
  ".cm-gutter-lint": { width: "13px" },
  ".cm-gutter-lint .cm-gutterElement": { padding: "0 2px" },
  ".cm-lint-marker": { width: "9px", height: "9px", marginTop: "6px" },
  ".cm-lineNumbers .cm-gutterElement.bad-line": { backgroundColor: "var(--bad-soft)", color: "var(--bad-text)", fontWeight: "700", boxShadow: "inset 3px 0 0 var(--bad-text)" },
  ".cm-line.bad-text": { backgroundColor: "var(--bad-soft)" },
  ".cm-tooltip": { border: "1px solid var(--line-strong)", borderRadius: "var(--r-m)", backgroundColor: "var(--raised)", color: "var(--ink)", boxShadow: "var(--shadow-high)" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul": { fontFamily: "var(--mono)", fontSize: "var(--text-xs)", maxHeight: "212px", minWidth: "min(180px, 60vw)", maxWidth: "min(360px, calc(100vw - 48px))", padding: "4px" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li": { display: "flex", alignItems: "baseline", gap: "8px", minHeight: "24px", padding: "2px 8px", lineHeight: "20px", borderRadius: "var(--r-s)" },
  ".cm-tooltip-autocomplete > ul > li[aria-selected]": { backgroundColor: "var(--accent-soft)", color: "var(--ink)" },
  ".cm-completionMatchedText": { textDecoration: "none", fontWeight: "700", color: "var(--accent-text)" },
  ".cm-completionDetail": { marginInlineStart: "auto", fontStyle: "normal", color: "var(--muted)" },
  ".cm-tooltip.cm-completionInfo": { padding: "8px 12px", fontFamily: "var(--font)", fontSize: "var(--text-xs)", lineHeight: "1.5" },
  "@media (forced-colors: active)": {
    ".cm-tooltip-autocomplete > ul > li[aria-selected]": { forcedColorAdjust: "none", backgroundColor: "Highlight", color: "HighlightText" },
    ".cm-gutterElement.bad-line": { textDecoration: "underline" },
  },
  "@media (max-width: 760px)": { "&": { fontSize: "13px" } },
});

const words = HighlightStyle.define([
  { tag: [tags.definition(tags.propertyName), tags.propertyName], color: "var(--code-key)" },
  { tag: [tags.string, tags.content, tags.attributeValue], color: "var(--code-text)" },
  { tag: [tags.number, tags.bool, tags.null, tags.keyword], color: "var(--code-value)" },
  { tag: tags.comment, color: "var(--muted)", fontStyle: "italic" },
  { tag: [tags.punctuation, tags.separator, tags.squareBracket, tags.brace, tags.meta], color: "var(--muted)" },
]);

export const theme: Extension = [look, syntaxHighlighting(words)];
