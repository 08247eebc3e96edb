'use strict';
// Node, Deno and Bun. In a bundle the file of the package is not there, and an ES module has no `require`:
// then the module comes from a script that every bundler takes along.
const { loading } = require('../dist/cjs/loading.cjs');

module.exports = loading(function compile() {
  let bytes;
  try {
    const { readFileSync } = require('node:fs');
    bytes = readFileSync(require('node:path').join(__dirname, '..', 'dist', 'robots-policy-full.wasm'));
  } catch {
    const base64 = require('../dist/cjs/module.cjs');
    bytes = Uint8Array.from(atob(base64), (octet) => octet.charCodeAt(0));
  }
  return new WebAssembly.Module(bytes);
});
