// The pages of the corpus in Chromium: from file://, without network, with and without script, light, dark and on a phone.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { accessible, overflow, visit } from '../browser.mjs';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const places = {
  light: { colorScheme: 'light', viewport: { width: 1200, height: 900 } },
  'dark phone': { colorScheme: 'dark', viewport: { width: 390, height: 844 } },
};

let folder;

before(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'conformance-'));
  execFileSync('python3', [path.join(root, 'conformance/run.py'), '--pages', '--output', folder], { stdio: 'pipe' });
});

after(() => fs.rmSync(folder, { recursive: true, force: true }));

/** Opens a page. */
const open = (name, options) => visit(pathToFileURL(path.join(folder, name)).href, options);

/** Without the 1,345 cases but one: the checks are of the forms, and each case has the same. */
const FEW = `for (const all of [document.querySelectorAll('main > details[data-kind]'), document.querySelectorAll('tbody tr[data-kind]')])
  [...all].slice(5).forEach((part) => part.remove());
document.querySelectorAll('details').forEach((part) => { part.open = true; });`;

for (const [name, options, of] of Object.entries(places).flatMap(([name, options]) => ['readers', 'clients'].map((of) => [name, options, of]))) {
  test(`the page of ${of} has no fault of accessibility: ${name}`, async () => {
    const page = await open(`${of}.html`, options);
    await page.evaluate(FEW);
    await accessible(page);
    assert.ok((await overflow(page)) <= 0, 'the page itself does not scroll to the side');
  });
}

test('choices leave out cases, and a link opens its case', async () => {
  const id = 'access/everyday/';
  const page = await open('readers.html');
  const shown = () => page.locator('main > details[data-kind]:visible').count();
  const all = await shown();
  assert.ok(all > 1000, `${all} cases`);
  await page.getByLabel('open', { exact: true }).uncheck();
  const scored = await shown();
  assert.ok(scored > 600 && scored < all, `${scored} of ${all}`);
  assert.equal(await page.locator('output').textContent(), `${scored} cases`);
  await page.getByLabel('only where readers differ').check();
  assert.ok((await shown()) < scored);
  const link = await page.locator(`tbody a[href^="#${id}"]`).first().getAttribute('href');
  const opened = await open('readers.html', { fragment: link });
  assert.equal(await opened.locator('details[open]').count(), 1);
  assert.match(await opened.locator('details[open]').textContent(), /Clause.*robots\.txt.*Right:/s);
});

test('without a script all is there, and no choice', async () => {
  const page = await open('readers.html', { javaScriptEnabled: false });
  assert.equal(await page.locator('form:visible').count(), 0);
  assert.ok((await page.locator('main > details[data-kind]').count()) > 1000);
});
