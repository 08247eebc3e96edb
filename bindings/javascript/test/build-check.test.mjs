/** The example that checks a build: the program on folders of pages. test/release/examples.test.mjs builds a site with Astro. */

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';

import { PACKAGE, link, scratch } from './installed.mjs';

const place = scratch('build-check');
cpSync(join(PACKAGE, 'examples/build-check'), place, { recursive: true });
link(place);

const OPEN = '<!doctype html><title>x</title><p>x';
const CLOSED = '<!doctype html><meta name=robots content=noindex><p>x';
const GOOD = { 'index.html': OPEN, 'blog/one.html': OPEN, 'drafts/one/index.html': CLOSED, '404.html': CLOSED, 'style.css': '' };

/** The exit status of the program on a folder of files, and what it says. */
function checked(files, policy = {}) {
  const folder = mkdtempSync(join(place, 'dist-'));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  writeFileSync(join(folder, 'policy.json'), JSON.stringify({ site: 'https://example.com', closed: ['/drafts/*'], ...policy }));
  const { status, stderr } = spawnSync(process.execPath, ['check.mjs', folder, join(folder, 'policy.json')], { cwd: place, encoding: 'utf8' });
  return [status, stderr.trim()];
}

describe('a build', () => {
  const cases = {
    'is as the policy has it': [GOOD, {}, ''],
    'has a page with noindex': [{ ...GOOD, 'blog/one.html': CLOSED }, {}, '/blog/one (blog/one.html) may not be found: meta: noindex'],
    'has a page that robots.txt disallows': [
      { ...GOOD, 'robots.txt': 'User-agent: *\nDisallow: /blog/\n' },
      {},
      '/blog/one (blog/one.html) may not be found: robots.txt: Disallow: /blog/',
    ],
    'has a draft that is open': [
      { ...GOOD, 'drafts/one/index.html': OPEN },
      {},
      '/drafts/one/ (drafts/one/index.html) is to be closed, and may be found',
    ],
    'has a draft that robots.txt disallows': [{ ...GOOD, 'drafts/one/index.html': OPEN, 'robots.txt': 'User-agent: *\nDisallow: /drafts/\n' }, {}, ''],
    'has no page of the list': [GOOD, { closed: ['/drafts/*', '/old'] }, '/old is to be closed, and no page has such a path'],
    'has a page that ends inside its markup': [
      { ...GOOD, 'blog/one.html': '<!doctype html><title>x' },
      {},
      '/blog/one (blog/one.html) is not known to be found: a part of it cannot be read',
    ],
    'is asked about as an engine': [{ ...GOOD, 'robots.txt': 'User-agent: GPTBot\nDisallow: /\n' }, { as: 'googlebot' }, ''],
    'has fields of its host': [
      GOOD,
      { headers: [['Content-Type', 'text/html; charset=utf-8'], ['X-Robots-Tag', 'noindex']] },
      '/blog/one (blog/one.html) may not be found: x-robots-tag: noindex\n/ (index.html) may not be found: x-robots-tag: noindex',
    ],
  };
  for (const [name, [files, policy, said]] of Object.entries(cases)) {
    it(name, () => assert.deepEqual(checked(files, policy), [said === '' ? 0 : 1, said]));
  }
});
