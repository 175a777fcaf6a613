import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { vitePreprocess } from "@sveltejs/vite-plugin-svelte";

const source = fileURLToPath(new URL("./src", import.meta.url));
const parts = readdirSync(source, { recursive: true })
  .filter((name) => name.endsWith(".svelte"))
  .sort();

/** Of two or three letters: there are hundreds, and they stand in the markup of every part. */
function scopeOf(filename, otherwise) {
  const at = parts.indexOf(filename.replace(/^.*?\bsrc\//, ""));
  return at < 0 ? otherwise : `s${at.toString(36)}`;
}

export default {
  preprocess: vitePreprocess(),
  compilerOptions: {
    runes: true,
    // A part that has come since has a longer one until the build begins anew.
    cssHash: ({ filename, hash, css }) => scopeOf(filename, `s${hash(css)}`),
  },
};
