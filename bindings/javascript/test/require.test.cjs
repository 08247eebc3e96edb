'use strict';
/** CommonJS: the functions of `robots-policy`, and the drop-in as the module itself. */

const assert = require('node:assert/strict');
const { test } = require('node:test');

const { HeadReader, RecordError, engines, init, lint, verdict, verdicts } = require('robots-policy');
const robotsParser = require('robots-policy/robots-parser');

test('the functions are there', () => {
  for (const one of [HeadReader, RecordError, engines, init, lint, verdict, verdicts])
    assert.equal(typeof one, 'function');
  assert.equal(verdict({ headers: [['X-Robots-Tag', 'noindex']] }).index, false);
});

test('the drop-in is the module', () => {
  const robots = robotsParser('https://example.com/robots.txt', 'User-agent: *\nDisallow: /private');
  assert.equal(robots.isAllowed('https://example.com/private', 'ExampleBot/1.0'), false);
  assert.equal(new robotsParser('/robots.txt', '').isAllowed('/'), true);
});

test('the module is a file of the package', () => {
  // wrangler knows a module by the end of its name.
  for (const name of ['robots-policy/wasm', 'robots-policy/robots-policy.wasm']) {
    const bytes = require('node:fs').readFileSync(require.resolve(name));
    assert.ok(WebAssembly.validate(bytes));
  }
});
