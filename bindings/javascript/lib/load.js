/** The instance of browsers and workers, which `index.js` and `robots-parser.js` share. */

import { loading } from './loading.js';

const unloaded = loading(() => {
  throw new Error('the WebAssembly module is not loaded; `await init()` of robots-policy comes first');
});

export const { load } = unloaded;

/** @param {unknown} [source] See `init` in index.d.ts. */
export async function init(source) {
  // Bundlers find the file by this form.
  await unloaded.init(source ?? new URL('../dist/robots-policy.wasm', import.meta.url));
}
