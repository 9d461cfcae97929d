// Which part of a frame is in sight: a frame that is as high as its content does not scroll, the page around it does. What
// stands over the content (a dialog, a question) stands in that part.

export function followSight(): void {
  const root = document.documentElement;
  const steps = Array.from({ length: 101 }, (_, at) => at / 100);
  const observer = new IntersectionObserver((found) => {
    const { top, height } = found.at(-1)!.intersectionRect;
    if (height === 0) return;
    root.style.setProperty("--sight-top", `${Math.max(0, Math.round(top))}px`);
    root.style.setProperty("--sight-height", `${Math.round(height)}px`);
  }, { threshold: steps });
  observer.observe(root);
}
