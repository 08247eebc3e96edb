// Saved responses and robots.txt files that are opened in the playground, as `eval` reads them.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { test } from 'node:test';

import { HERE, INPUTS, PROGRAM, WHOLE, answers, fill, give, knownOf, open } from './playground.mjs';

/** The bytes of an input. */
const bytesOf = ({ text, base64 }) => (text === undefined ? Buffer.from(base64, 'base64') : Buffer.from(text));

// What `eval` reads, and a text area and a record cannot hold.
const LIMITS = /not UTF-8|control character|HTTP message|interim response/;

test('a saved response is read as eval reads it', async () => {
  const page = await open();
  const now = '2026-11-25T15:00:00Z';
  const folder = mkdtempSync(join(tmpdir(), 'playground-'));
  // Files that other readers take in other ways.
  const cases = INPUTS.saved.map(({ said, ...file }) => ({ name: said, said: new RegExp(said), bytes: bytesOf(file) }));
  for (const kind of ['saved', 'wild']) {
    const root = resolve(HERE, '../../fixtures', kind);
    const files = readdirSync(root)
      .map((name) => join(root, name, 'response.http'))
      .filter(existsSync);
    assert.ok(files.length > 20, kind);
    const looked = files.filter((_, at) => WHOLE || at % 8 === 0);
    cases.push(...looked.map((name) => ({ name, said: /opened/, bytes: readFileSync(name), isFixture: true })));
  }
  let read = 0;
  await fill(page, { agent: 'ExampleBot', now, fields: 'X-Before: 1', html: '<p>before' });
  for (const { name, said, bytes, isFixture } of cases) {
    const before = await page.inputValue('#fields');
    const path = join(folder, 'a.http');
    writeFileSync(path, bytes);
    const command = ['eval', '--format', 'json', '--agent', 'ExampleBot', '--now', now, path];
    const { stdout, stderr } = spawnSync(PROGRAM, command, { encoding: 'utf8' });
    const message = await give(page, 'fields', bytes);
    assert.match(message, said, name);
    if (/was not opened/.test(message)) {
      const why = /cannot read .*?a\.http: (.*)\n/.exec(stderr)?.[1];
      if (stdout === '') assert.ok(message.includes(why), `${name}: ${message} is not ${why}`);
      else assert.match(message, LIMITS, name);
      assert.equal(await page.inputValue('#fields'), before, name);
      continue;
    }
    read += isFixture ? 1 : 0;
    const wanted = knownOf(JSON.parse(stdout));
    const shown = knownOf(JSON.parse(await page.textContent('#json')));
    // The module has no decoder.
    const isCoded = /body is still coded/.test(message);
    for (const [key, value] of Object.entries(shown))
      if (!isCoded || (value !== null && key !== 'unread')) assert.equal(value, wanted[key], `${key} of ${name}`);
  }
  console.log(`fixtures that the page read: ${read}`);
  assert.ok(read >= (WHOLE ? 40 : 5), String(read));
});

test('a robots.txt that is opened is read as eval reads it', async () => {
  const page = await open();
  const path = join(mkdtempSync(join(tmpdir(), 'playground-')), 'a.http');
  // The status is that which the page shows, or null for a file that is refused.
  for (const { status, ...file } of INPUTS.robots) {
    const bytes = bytesOf(file);
    writeFileSync(path, bytes);
    const command = ['eval', '--format', 'json', '--robots', path];
    const { stdout } = spawnSync(PROGRAM, command, { input: '', stdio: ['ignore', 'pipe', 'pipe'], encoding: 'utf8' });
    await page.click('#clear');
    const message = await give(page, 'robots', bytes);
    assert.equal(await page.inputValue('#robotsStatus'), status ?? '', message);
    if (status === null) {
      assert.match(message, /was not opened: .*--robots/);
      continue;
    }
    const words = { true: 'yes', false: 'NO' };
    assert.equal((await answers(page)).fetch, words[JSON.parse(stdout).access.allowed], message);
  }
});
