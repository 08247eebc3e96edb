/** The example that checks a build: the program on folders of pages. test/release/examples.test.mjs builds a site with Astro. */

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';

import { PACKAGE, link, scratch } from './installed.mjs';

const place = scratch('build-check');
cpSync(join(PACKAGE, 'examples/build-check'), place, { recursive: true });
link(place);

/** Folders of files, the policy of each, and what is said of it. */
const CASES = JSON.parse(readFileSync(new URL('build-check.json', import.meta.url), 'utf8'));

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
  for (const { name, files, policy, said } of CASES) {
    it(name, () => assert.deepEqual(checked(files, policy), [said === '' ? 0 : 1, said]));
  }
});
