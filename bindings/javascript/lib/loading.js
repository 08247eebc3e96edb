/**
 * L1. The one WebAssembly instance of an entry.
 *
 * Node compiles the file of the package at the first call; a browser has no synchronous way to read it, so
 * there `init` comes first. Invariant: an instance, once made, is never replaced, because handles of it live
 * in objects of callers. A failed `init` leaves nothing, so that another may succeed. test/loading.test.mjs
 * notices.
 */

import { core } from './core.js';

/** @param {() => WebAssembly.Module} compile Compiles the module synchronously, or throws. */
export function loading(compile) {
  let made;
  return {
    load() {
      made ??= core(compile());
      return made;
    },
    async init(source) {
      if (made) return;
      const module = source === undefined ? compile() : await compiled(await source);
      made ??= core(module);
    },
  };
}

/** @param {unknown} source A module, its bytes, its address, or the response that has it. */
export async function compiled(source) {
  if (source instanceof WebAssembly.Module) return source;
  if (source instanceof ArrayBuffer || source instanceof Uint8Array) return WebAssembly.compile(source);
  if (typeof source === 'string' || source instanceof URL) return compiled(await fetch(source));
  if (typeof source?.arrayBuffer === 'function') {
    if (source.ok === false) {
      throw new Error(`${source.url || 'the WebAssembly module'}: the answer has status ${source.status}`);
    }
    // Streaming refuses another media type than application/wasm, which many servers do not send.
    return WebAssembly.compile(await source.arrayBuffer());
  }
  throw new TypeError('init takes a WebAssembly.Module, its bytes, its address, or a Response');
}
