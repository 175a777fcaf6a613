/** A card of the array that comes to the player's hand: it is seen to rise from its cell. */
import { prefs } from "../prefs.svelte";

export function liftedFrom(cell: string) {
  return (element: HTMLElement) => {
    const from = document.querySelector(`[data-cell="${cell}"]`)?.getBoundingClientRect();
    if (!from || prefs.still) return;
    const to = element.getBoundingClientRect();
    const dx = from.left + from.width / 2 - to.left - to.width / 2;
    const dy = from.top + from.height / 2 - to.top - to.height / 2;
    element.animate(
      [
        { transform: `translate(${dx}px, ${dy}px)`, opacity: 0 },
        { transform: `translate(${dx}px, ${dy - 14}px) scale(1.06)`, opacity: 1, offset: 0.3 },
        { transform: "none", opacity: 1 },
      ],
      { duration: 520, easing: "cubic-bezier(0.3, 0.05, 0.2, 1)" },
    );
  };
}
