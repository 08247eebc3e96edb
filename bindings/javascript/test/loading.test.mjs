/** The module is loaded once, in Node without a call, elsewhere by `init`. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, it } from 'node:test';

import * as node from 'robots-policy';
import robotsParserOfNode from 'robots-policy/robots-parser';

import { FULL, SMALL } from './installed.mjs';

/** The names of the package, which Node gives CommonJS as `default` as well. */
const NAMES = Object.keys(node)
  .filter((name) => name !== 'default')
  .sort();
const ROBOTS = 'User-agent: *\nDisallow: /private';
const URLS = ['https://example.com/robots.txt', 'https://example.com/private'];

describe('in Node', () => {
  it('needs no init, and takes one', async () => {
    assert.equal(node.verdict({ url: '/private', robots_txt: ROBOTS }).access.allowed, false);
    await node.init();
    await node.init(SMALL);
    assert.equal(robotsParserOfNode(URLS[0], ROBOTS).isAllowed(URLS[1]), false);
  });

  it('has one instance for both module systems', () => {
    const require = createRequire(import.meta.url);
    const common = require('robots-policy');
    assert.equal(common.verdict, node.verdict);
    assert.throws(() => common.verdict({ agent: ' ' }), node.RecordError);
    assert.equal(require('robots-policy/robots-parser'), robotsParserOfNode);
    assert.equal(new robotsParserOfNode('/robots.txt', '').isAllowed('/'), true);
    assert.deepEqual(Object.keys(common).sort(), NAMES);
  });
});

describe('in a bundle for Node', () => {
  /** Runs a script of the package as a bundle does: elsewhere, and perhaps without modules of Node. */
  function bundled(path, { node, directory }) {
    const made = new Map();
    const run = (file) => {
      if (made.has(file.href)) return made.get(file.href).exports;
      const module = { exports: {} };
      made.set(file.href, module);
      const required = (name) => (name.startsWith('node:') ? node(name) : run(new URL(name, file)));
      const names = ['module', 'exports', 'require', ...(directory ? ['__dirname'] : [])];
      const body = new Function(...names, readFileSync(file, 'utf8'));
      body(module, module.exports, required, directory);
      return module.exports;
    };
    return run(new URL(path, import.meta.url));
  }

  const forms = {
    'a CommonJS module': { node: createRequire(import.meta.url), directory: '/nonexistent/bundle' },
    'an ES module': {
      node(name) {
        throw new Error(`Dynamic require of "${name}" is not supported`);
      },
    },
  };
  for (const [name, form] of Object.entries(forms)) {
    it(`has the module in ${name}`, async () => {
      const policy = bundled('../lib/node.cjs', form);
      await policy.init();
      assert.equal(policy.verdict({ url: '/private', robots_txt: ROBOTS }).access.allowed, false);
      assert.equal(bundled('../lib/robots-parser-node.cjs', form)(URLS[0], ROBOTS).isAllowed(URLS[1]), false);
    });
  }

  it('names the module as wrangler knows it', () => {
    const { resolve } = createRequire(import.meta.url);
    for (const name of ['robots-policy/wasm', 'robots-policy/robots-policy.wasm']) assert.ok(SMALL.equals(readFileSync(resolve(name))));
  });

  it('has the module of Node', () => {
    const base64 = createRequire(import.meta.url)('../dist/cjs/module.cjs');
    assert.ok(FULL.equals(Buffer.from(base64, 'base64')));
  });
});

describe('in browsers and workers', () => {
  it('exports the names of Node', async () => {
    const browser = await import('../lib/index.js');
    assert.deepEqual(Object.keys(browser).sort(), NAMES);
  });

  it('says that init comes first, survives one that fails, and takes every form of source', async () => {
    const { init, verdict } = await import('../lib/index.js');
    const { default: robotsParser } = await import('../lib/robots-parser.js');
    assert.throws(() => verdict({}), /await init\(\)/);
    assert.throws(() => robotsParser(URLS[0], ROBOTS).isAllowed(URLS[1]), /await init\(\)/);
    await assert.rejects(init(new Uint8Array([1, 2, 3])), WebAssembly.CompileError);
    await assert.rejects(init(new Response('', { status: 404 })), /status 404/);
    await assert.rejects(init(7), TypeError);
    assert.throws(() => verdict({}), /await init\(\)/);

    await Promise.all([init(new Response(SMALL)), init(Promise.resolve(SMALL))]);
    assert.equal(verdict({ url: '/private', robots_txt: ROBOTS }).access.allowed, false);
    assert.equal(robotsParser(URLS[0], ROBOTS).isAllowed(URLS[1]), false);
    await init(new Uint8Array());
  });

  it('compiles a module, its bytes, its address, and a response', async () => {
    const { compiled } = await import('../lib/loading.js');
    const address = `data:application/wasm;base64,${SMALL.toString('base64')}`;
    const module = new WebAssembly.Module(SMALL);
    const buffer = SMALL.buffer.slice(SMALL.byteOffset, SMALL.byteOffset + SMALL.byteLength);
    for (const source of [module, SMALL, buffer, address, new URL(address), new Response(SMALL)]) {
      assert.ok((await compiled(source)) instanceof WebAssembly.Module);
    }
  });
});
