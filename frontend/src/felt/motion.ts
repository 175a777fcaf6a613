/** Cards that go where they lie: from the shoe, or from where they lay before. */
import { prefs } from "../prefs.svelte";

/** The middle of something, from the left upper corner of its felt. */
interface Spot {
  x: number;
  y: number;
}

const GLIDE_MS = 320;
/** How long it is known where a card lay that is not there any more. */
const KEPT_MS = 400;

/** Where every card lies, by its element, so that it is known when the element is gone. */
const lying = new Map<HTMLElement, Spot>();
const lastSeen = new Map<string, Spot>();
let timer: ReturnType<typeof setTimeout> | null = null;

/** An attachment for a card: it comes from where it was, or from the shoe of its felt. */
export function comes(key: string) {
  return (element: HTMLElement) => {
    const to = spotOf(element);
    const from = lastSeen.get(key) ?? shoeOf(element);
    lastSeen.delete(key);
    lying.set(element, to);
    if (from && !prefs.still) glide(element, from.x - to.x, from.y - to.y);
    lookAgain();
    return () => {
      // Mostly the element is out of the page by now, and has no place of its own any more.
      const spot = element.isConnected ? spotOf(element) : lying.get(element);
      lying.delete(element);
      if (!spot) return;
      lastSeen.set(key, spot);
      setTimeout(() => {
        if (lastSeen.get(key) === spot) lastSeen.delete(key);
      }, KEPT_MS);
      lookAgain();
    };
  };
}

function glide(element: HTMLElement, dx: number, dy: number): void {
  if (Math.hypot(dx, dy) < 2) return;
  element.animate(
    [
      { transform: `translate(${dx}px, ${dy}px) rotate(-6deg)`, opacity: 0.4 },
      { transform: "none", opacity: 1 },
    ],
    { duration: GLIDE_MS, easing: "cubic-bezier(0.2, 0.7, 0.2, 1)" },
  );
}

/** Other cards make room for one that comes: when all lie still, looks where each of them is. */
function lookAgain(): void {
  if (timer) clearTimeout(timer);
  timer = setTimeout(() => {
    timer = null;
    for (const element of lying.keys()) lying.set(element, spotOf(element));
  }, GLIDE_MS + 20);
}

function spotOf(element: Element): Spot {
  const box = element.getBoundingClientRect();
  const felt = element.closest("[data-felt]")?.getBoundingClientRect();
  return {
    x: box.left + box.width / 2 - (felt?.left ?? 0),
    y: box.top + box.height / 2 - (felt?.top ?? 0),
  };
}

function shoeOf(element: HTMLElement): Spot | null {
  const shoe = element.closest("[data-felt]")?.querySelector("[data-shoe]");
  return shoe ? spotOf(shoe) : null;
}
