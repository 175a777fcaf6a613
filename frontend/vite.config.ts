import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

// `npm run dev` serves the pages with the API of a house that runs elsewhere on this machine.
const house = process.env.CROUPIER_HOUSE ?? "http://127.0.0.1:8000";

/** What the first page is made of, wherever it stands, is loaded first; what others need, with them. */
const FIRST =
  /src\/(lobby|felt\/.*(Picture|colours|Ways)|live\/line|maths\/(work|parts)|model\/money)/;
const STAFF = /src\/(desk|audit|dealer|words\/(staff|en\/(desk|audit|dealer)))/;
const MATHS = /src\/(maths|charts|words\/(maths|en\/(maths|charts)))/;
const SCHOOL = /src\/(school|words\/(school|en\/school))/;
const PLAY =
  /src\/(table|felt|stadium|live|fairness|model|words\/(stadium|en\/(stadium|narration|felts_|slip|cards|threeCards)))/;
const later = (these: RegExp) => (module: string) => these.test(module) && !FIRST.test(module);

export default defineConfig({
  plugins: [svelte()],
  resolve: { alias: { $: new URL("./src", import.meta.url).pathname } },
  build: {
    outDir: "../src/croupier/web/built",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // Few files, each of what is used together: many small ones compress worse.
        advancedChunks: {
          includeDependenciesRecursively: false,
          groups: [
            { name: "staff", test: later(STAFF), priority: 3 },
            { name: "maths", test: later(MATHS), priority: 3 },
            { name: "school", test: later(SCHOOL), priority: 3 },
            { name: "play", test: later(PLAY), priority: 2 },
            { name: "app", test: /./, priority: 1 },
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      // The host stays as the browser says it: the house compares it with where a page is from.
      "/api": { target: house, ws: true, changeOrigin: false },
    },
  },
  test: {
    environment: "node",
    include: ["src/**/*.test.ts"],
  },
});
