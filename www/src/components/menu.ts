// A menu that unfolds below its button: Escape closes it, and so does the focus that goes elsewhere.

/** The focus went elsewhere; that it went nowhere is a dialog for files, or a click that focuses nothing. */
export function closeWhenLeft(event: FocusEvent): void {
  const menu = event.currentTarget as HTMLDetailsElement;
  if (event.relatedTarget instanceof Node && !menu.contains(event.relatedTarget)) menu.open = false;
}

export function closeByEscape(event: KeyboardEvent): void {
  const menu = event.currentTarget as HTMLDetailsElement;
  if (event.key !== "Escape" || !menu.open) return;
  event.preventDefault();
  menu.open = false;
  menu.querySelector("summary")?.focus();
}

/** Something in the menu was chosen: it closes. */
export function closeMenu(event: Event): HTMLDetailsElement | null {
  const menu = (event.currentTarget as Element).closest("details");
  if (menu) menu.open = false;
  return menu;
}

/** The same, and its button has the focus again. */
export function backToMenu(event: Event): void {
  closeMenu(event)?.querySelector("summary")?.focus();
}
