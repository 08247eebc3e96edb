// Nothing that was pasted is lost: undo. And nothing is kept.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { accessible, asked, copied, fill, give, open, press, settled } from './playground.mjs';

const OWN = '<meta name=robots content=noindex><p>mine';

test('an example and Clear are undone in one step', async () => {
  const page = await open();
  assert.ok(await page.isDisabled('#undo'));
  await fill(page, { html: OWN, agent: 'ExampleBot' });
  await page.selectOption('#example', { index: 1 });
  await settled(page);
  assert.match(await page.textContent('#said'), /“Undo” brings back/);
  await page.selectOption('#example', { index: 2 });
  await press(page, '#clear');
  await press(page, '#undo');
  assert.deepEqual([await page.inputValue('#html'), await page.inputValue('#agent')], [OWN, 'ExampleBot']);
  await accessible(page);
});

test('undo loses nothing itself', async () => {
  const page = await asked({ html: OWN });
  await page.click('#clear');
  await fill(page, { html: 'second' });
  await page.click('#undo');
  assert.equal(await page.inputValue('#html'), OWN);
  await page.click('#undo');
  assert.equal(await page.inputValue('#html'), 'second');
});

test('a file and its removal are undone', async () => {
  const page = await asked({ html: OWN });
  await give(page, 'html', '<p>file', 'a.html');
  await press(page, '[data-editor=html] .held button:has-text("Remove")');
  await page.click('#undo');
  assert.match(await page.textContent('[data-editor=html] .held'), /a\.html/);
  await page.click('#undo');
  assert.equal(await page.inputValue('#html'), OWN);
  await give(page, 'fields', 'HTTP/1.1 200 OK\r\n\r\n<p>response');
  await page.click('#undo');
  assert.equal(await page.inputValue('#html'), OWN);
});

test('a link does not destroy the work', async () => {
  const page = await asked({ html: OWN });
  await copied(page, 'link');
  const hash = await page.evaluate(() => location.hash);
  await page.click('#clear');
  await fill(page, { html: 'other' });
  await page.evaluate((hash) => {
    location.hash = `${hash}`;
  }, hash);
  await page.waitForSelector('#said:has-text("was opened")');
  await page.click('#undo');
  assert.equal(await page.inputValue('#html'), 'other');
});

test('a reload forgets what was pasted', async () => {
  const page = await asked({ html: OWN });
  assert.equal(await page.evaluate(() => localStorage.length + sessionStorage.length), 0);
  await page.reload();
  await page.waitForSelector('html[data-ready]');
  assert.equal(await page.inputValue('#html'), '');
});
