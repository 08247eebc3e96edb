'use strict';
const { readFileSync } = require('node:fs');
const { join } = require('node:path');
const { loading } = require('../dist/cjs/loading.cjs');

const FILE = join(__dirname, '..', 'dist', 'robots-policy.wasm');

module.exports = loading(function compile() {
  let bytes;
  try {
    bytes = readFileSync(FILE);
  } catch (error) {
    const fix = 'a bundle leaves it out: mark robots-policy as external, or call init() with its bytes';
    throw new Error(`${FILE}: the WebAssembly module cannot be read; ${fix}`, { cause: error });
  }
  return new WebAssembly.Module(bytes);
});
