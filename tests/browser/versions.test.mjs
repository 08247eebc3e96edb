// Two versions of a robots.txt, and what changes for whom.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { PHONE, accessible, fill, open } from './playground.mjs';

const NOW = 'User-agent: GPTBot\nDisallow: /\n\nUser-agent: *\nDisallow: /private';
const THEN = 'User-agent: CCBot\nDisallow: /\n\nUser-agent: *\nDisallow: /private';

const changes = (page) =>
  page.$$eval('#change-rows tr', (rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent)));

test('two versions stand side by side, with what changes for whom', async () => {
  for (const options of [{}, { ...PHONE, viewport: { width: 390, height: 844 } }, { colorScheme: 'dark' }]) {
    const page = await open(options);
    await page.click('#versions summary');
    await fill(page, { robots: NOW, agent: 'CCBot', other: THEN });
    await page.waitForSelector('#change-rows tr');
    const fetches = (await changes(page)).filter(([what]) => what.endsWith(' fetch'));
    assert.deepEqual(fetches, [
      ['/ fetch', 'yes', 'NO', 'the one who asks, ccbot'],
      ['/ fetch', 'NO', 'yes', 'gptbot'],
    ]);
    const lines = await page.$$eval('#version-rows :is(del, ins)', (found) => found.map((line) => [line.tagName, line.textContent]));
    assert.deepEqual(lines, [['DEL', 'User-agent: GPTBot'], ['INS', 'User-agent: CCBot']]);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(wide <= 0, String(wide));
    if (options.colorScheme !== 'dark') await accessible(page);
    await fill(page, { other: NOW });
    await page.waitForSelector('#versions-said:has-text("the same in both versions")');
    assert.ok(await page.isHidden('#changes'));
  }
});

test('the URLs of the list are compared', async () => {
  const page = await open();
  await page.click('#many summary');
  await page.click('#versions summary');
  await fill(page, { robots: NOW, urls: '/private/a\n/b', other: 'User-agent: *\nAllow: /' });
  await page.waitForSelector('#change-rows tr:has-text("/private/a")');
  assert.ok((await changes(page)).some(([what, , , whom]) => what === '/b fetch' && whom === 'gptbot'));
});
