// Many URLs against one robots.txt.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { overflow } from './browser.mjs';
import { PHONE, accessible, fill, open, press } from './playground.mjs';

const ROBOTS = 'User-agent: *\nDisallow: /private\nAllow: /private/open\n';

const rows = (page) =>
  page.$$eval('#many-rows tr', (found) => found.map((row) => [...row.children].map((cell) => cell.textContent)));

test('many URLs are asked about at once, each with the line that decides', async () => {
  for (const options of [{}, { ...PHONE, viewport: { width: 390, height: 844 } }]) {
    const page = await open(options);
    await page.click('#many summary');
    await fill(page, { robots: ROBOTS, urls: '/\n/private/a\n\nhttps://example.com/private/open\nhttps://example.org/x\n' });
    await page.waitForSelector('#many-rows tr:nth-child(4)');
    assert.deepEqual(await rows(page), [
      ['/', 'yes', 'no rule of group * matches'],
      ['/private/a', 'NO', 'Disallow: /private line 2'],
      ['https://example.com/private/open', 'yes', 'Allow: /private/open line 3'],
      ['https://example.org/x', 'yes', 'no rule of group * matches'],
    ]);
    assert.match(await page.textContent('#many-said'), /^1 of 4 must not be fetched\..* of several sites/);
    assert.ok((await overflow(page)) <= 0);
    await accessible(page);
    await fill(page, { robots: 'User-agent: *\nDisallow: /' });
    await page.waitForSelector('#many-said:has-text("4 of 4")');
    await press(page, '#clear');
    assert.equal(await page.inputValue('#urls'), '');
    await page.click('#undo');
    assert.match(await page.inputValue('#urls'), /private/);
  }
});

test('a list that is too long is said to be', async () => {
  const page = await open();
  await page.click('#many summary');
  await fill(page, { robots: ROBOTS, urls: Array.from({ length: 205 }, (_, i) => `/${i}`).join('\n') });
  await page.waitForSelector('#many-said:has-text("first 200 of 205 lines")');
});
