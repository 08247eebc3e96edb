// The answer in short: the strip of narrow windows, and the count of faults.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { PHONE, accessible, asked, fill, open, settled } from './playground.mjs';

const NOTED = { fields: 'HTTP/1.1 200 OK\nX-Robots-Tag: noai, no-index', html: '<p>' };

// At 200 % zoom a window of 1280 pixels has 640, at 400 % it has 320.
const NARROW = [390, 640, 320];

test('a narrow window has AI use and the number of warnings in view', async () => {
  for (const width of NARROW) {
    for (const colorScheme of ['light', 'dark']) {
      const page = await asked(NOTED, { ...PHONE, colorScheme, viewport: { width, height: 844 } });
      const strip = await page.$$eval('#strip > span', (parts) =>
        parts.map((part) => {
          const { left, right, bottom } = part.getBoundingClientRect();
          return [part.textContent, left >= 0 && right <= innerWidth && bottom <= innerHeight];
        }),
      );
      const words = ['fetch ?', 'index yes', 'follow yes', 'archive yes', 'snippet yes', 'AI use NO', '1 warning'];
      assert.deepEqual(strip, words.map((word) => [word, true]), `${width}`);
      if (width === 390) await accessible(page);
    }
  }
});

test('what is not known about AI use is not said to be silence', async () => {
  const page = await open({ ...PHONE, viewport: { width: 390, height: 844 } });
  const strip = () => page.$$eval('#strip > span', (parts) => parts.map((part) => part.textContent).pop());
  for (const fields of ['HTTP/1.1 200 OK', 'HTTP/1.1 200 OK\nContent-Usage: train-ai=y']) {
    await fill(page, { fields, html: '<p>' });
    assert.equal(await strip(), 'AI use ?', fields);
    // It is in a part that a phone shows folded.
    await page.$eval('[data-assumed=rest]', (box) => box.click());
    await settled(page);
    assert.equal(await strip(), fields.includes('train') ? 'AI use yes' : 'AI use not stated', fields);
    await page.$eval('[data-assumed=rest]', (box) => box.click());
  }
});

test('the number of warnings stands under the sentence and leads to them', async () => {
  const page = await asked(NOTED);
  assert.equal(await page.textContent('#counted'), '1 warning');
  await page.click('#counted button');
  assert.equal(await page.evaluate(() => document.activeElement.closest('section, div').id), 'diagnostics');
  await fill(page, { fields: 'HTTP/1.1 200 OK\nX-Robots-Tag: noai' });
  assert.ok(await page.isHidden('#counted'));
});

test('a warning of the strip leads to the diagnostics', async () => {
  const page = await asked(NOTED, { ...PHONE, viewport: { width: 390, height: 844 } });
  await page.click('#strip > span:last-child');
  const top = await page.$eval('#diagnostics', (part) => part.getBoundingClientRect().top);
  assert.ok(top > -1 && top < 700, String(top));
});
