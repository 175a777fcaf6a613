/**
 * Coming to another page of this address. It is not loaded anew, so that the browser neither takes
 * the focus there nor says where one is: both is done here.
 */
import { tick } from "svelte";
import { say } from "./ui/announcer.svelte";
import { words } from "./words";

const LOOKED_AGAIN_MS = 100;
/** A page that is longer without a name of its own is said as it is called by then. */
const NAMED_WITHIN_MS = 3_000;

let last = location.pathname;

/** Whether the focus is on nothing in particular: what had it is gone, or one has just come. */
export function isFocusFree(): boolean {
  const { activeElement } = document;
  return !activeElement || activeElement === document.body || activeElement.id === "main";
}

/** Goes to the main part and says its name, unless the page itself has put the focus elsewhere. */
export async function arrive(path: string, loaded: Promise<unknown> | null): Promise<void> {
  if (path === last) return;
  last = path;
  if (isFocusFree()) document.getElementById("main")?.focus({ preventScroll: true });
  await loaded?.catch(() => {}); // The page says why it could not be loaded.
  await tick();
  for (let ms = 0; ms < NAMED_WITHIN_MS && isUnnamed(); ms += LOOKED_AGAIN_MS)
    await new Promise((done) => setTimeout(done, LOOKED_AGAIN_MS));
  if (path === last && isFocusFree()) say(document.title);
}

function isUnnamed(): boolean {
  return document.title.includes(words.common.loading);
}
