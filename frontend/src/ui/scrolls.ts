/**
 * An attachment for what scrolls sideways when there is too little room: then, and only then, the
 * keyboard comes there, too, and a screen reader says what it is.
 */
export function scrolls(box: HTMLElement): () => void {
  // What has a role and a name of its own keeps them.
  const isNamed = box.hasAttribute("role");
  const look = () => {
    const isLarger = box.scrollWidth > box.clientWidth || box.scrollHeight > box.clientHeight;
    if (isLarger) {
      box.tabIndex = 0;
      if (isNamed) return;
      box.setAttribute("role", "group");
      const caption = box.querySelector("caption")?.textContent?.trim();
      if (caption) box.setAttribute("aria-label", caption);
    } else {
      box.removeAttribute("tabindex");
      if (isNamed) return;
      box.removeAttribute("role");
      box.removeAttribute("aria-label");
    }
  };
  const watching = new ResizeObserver(look);
  watching.observe(box);
  for (const inside of box.children) watching.observe(inside);
  look();
  return () => watching.disconnect();
}
