// Nothing that was pasted is lost: undo, and the work that a browser keeps.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { accessible, fill, give, open, settled } from './playground.mjs';

const OWN = '<meta name=robots content=noindex><p>mine';
const kept = (page) => page.evaluate(() => JSON.stringify([localStorage, sessionStorage]));

/** Loads the page again. */
async function again(page) {
  await settled(page);
  await page.waitForTimeout(200);
  await page.reload();
  await page.waitForSelector('html[data-ready]');
  await settled(page);
}

test('an example and Clear are undone in one step', async () => {
  const page = await open();
  assert.ok(await page.isDisabled('#undo'));
  await fill(page, { html: OWN, agent: 'ExampleBot' });
  await page.selectOption('#example', { index: 1 });
  await settled(page);
  assert.match(await page.textContent('#said'), /“Undo” brings back/);
  await page.selectOption('#example', { index: 2 });
  await page.click('#clear');
  await settled(page);
  await page.click('#undo');
  await settled(page);
  assert.deepEqual([await page.inputValue('#html'), await page.inputValue('#agent')], [OWN, 'ExampleBot']);
  await accessible(page);
});

test('undo loses nothing itself', async () => {
  const page = await open();
  await fill(page, { html: OWN });
  await page.click('#clear');
  await fill(page, { html: 'second' });
  await page.click('#undo');
  assert.equal(await page.inputValue('#html'), OWN);
  await page.click('#undo');
  assert.equal(await page.inputValue('#html'), 'second');
});

test('a file and its removal are undone', async () => {
  const page = await open();
  await fill(page, { html: OWN });
  await give(page, 'html', '<p>file', 'a.html');
  await page.click('[data-editor=html] .held button:has-text("Remove")');
  await settled(page);
  await page.click('#undo');
  assert.match(await page.textContent('[data-editor=html] .held'), /a\.html/);
  await page.click('#undo');
  assert.equal(await page.inputValue('#html'), OWN);
  await give(page, 'fields', 'HTTP/1.1 200 OK\r\n\r\n<p>response');
  await page.click('#undo');
  assert.equal(await page.inputValue('#html'), OWN);
});

test('a reload keeps the work, and what is to be undone', async () => {
  const page = await open();
  await fill(page, { html: OWN, robots: 'User-agent: *\nDisallow: /', agent: 'ExampleBot' });
  await give(page, 'robots', Buffer.from([0x23, 0xff, 0x0a]), 'robots.txt');
  await again(page);
  assert.match(await page.textContent('#said'), /which this browser has kept/);
  assert.deepEqual([await page.inputValue('#html'), await page.inputValue('#agent')], [OWN, 'ExampleBot']);
  assert.match(await page.textContent('[data-editor=robots] .held'), /robots\.txt · 3 bytes/);
  await page.click('#clear');
  await again(page);
  assert.equal(await page.inputValue('#html'), '');
  await page.click('#undo');
  assert.equal(await page.inputValue('#html'), OWN);
});

test('a reload keeps what was changed after a link was copied or opened', async () => {
  const page = await open();
  await fill(page, { html: OWN });
  await page.click('#copy-link');
  await page.waitForSelector('#said:has-text("link was copied")');
  await fill(page, { html: 'changed' });
  await again(page);
  assert.equal(await page.inputValue('#html'), 'changed');
});

test('a link does not destroy the work', async () => {
  const page = await open();
  await fill(page, { html: OWN });
  await page.click('#copy-link');
  await page.waitForSelector('#said:has-text("link was copied")');
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

test('what is kept is forgotten by a choice, which stays', async () => {
  const page = await open();
  await fill(page, { html: OWN });
  await page.waitForTimeout(200);
  assert.match(await kept(page), /mine/);
  await page.uncheck('#keep');
  assert.doesNotMatch(await kept(page), /mine/);
  assert.equal(await page.inputValue('#html'), OWN);
  await fill(page, { html: `${OWN} more` });
  await page.waitForTimeout(200);
  await again(page);
  assert.equal(await page.inputValue('#html'), '');
  assert.equal(await page.isChecked('#keep'), false);
});

test('what is too long to be kept is said to be', async () => {
  const page = await open();
  await give(page, 'html', 'x'.repeat(3_000_000), 'long.html');
  await page.waitForSelector('#unkept:not([hidden])');
  await page.click('#clear');
  await page.waitForSelector('#unkept', { state: 'hidden' });
});
