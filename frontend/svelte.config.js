import { vitePreprocess } from "@sveltejs/vite-plugin-svelte";

export default {
  preprocess: vitePreprocess(),
  compilerOptions: {
    runes: true,
    // Short names of scopes: there are hundreds, and they stand in the markup of every part.
    cssHash: ({ hash, css }) => `s${hash(css).slice(0, 5)}`,
  },
};
