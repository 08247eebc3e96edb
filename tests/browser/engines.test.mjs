// The table of engines: what a blocked one shows, and where a row leads.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { PHONE, accessible, answers, asked } from './playground.mjs';

const BLOCKS = {
  fields: 'HTTP/1.1 200 OK',
  html: '<p>x',
  robots: 'User-agent: GPTBot\nDisallow: /\n\nUser-agent: CCBot\nDisallow: /\n\nUser-agent: Google-Extended\nDisallow: /\n',
};

/** The words of the rows, by the name of the engine. */
function shown(page) {
  return page.$$eval('#engine-rows tr', (rows) =>
    Object.fromEntries(
      rows.map((row) => [row.querySelector('button').textContent, [...row.querySelectorAll('td .chip')].map((chip) => chip.textContent)]),
    ),
  );
}

async function filled(options = {}) {
  const page = await asked(BLOCKS, options);
  await page.waitForSelector('#engine-rows tr:has-text("GPTBot") .is-no');
  return page;
}

test('an engine that may not fetch has no green yes', async () => {
  for (const options of [{ colorScheme: 'light' }, { colorScheme: 'dark' }]) {
    const page = await filled(options);
    const { GPTBot, Googlebot } = await shown(page);
    assert.deepEqual(GPTBot.slice(0, 5), ['NO', '(yes)', '(yes)', '(yes)', '(yes)']);
    assert.deepEqual(Googlebot.slice(0, 5), ['yes', 'yes', 'yes', 'yes', 'yes']);
    const green = await page.$$('#engine-rows tr:has(td[data-label=fetch] .is-no) .is-yes');
    assert.equal(green.length, 0);
    await accessible(page);
  }
});

test('the answer of a client that may not fetch does not contradict itself', async () => {
  for (const options of [{}, { ...PHONE, viewport: { width: 390, height: 844 } }]) {
    const page = await asked({ ...BLOCKS, agent: 'GPTBot' }, options);
    await page.$eval('[data-assumed=rest]', (box) => {
      box.checked = true;
      box.dispatchEvent(new Event('input', { bubbles: true }));
    });
    await page.waitForSelector('#sentence:has-text("Nothing else")');
    assert.equal(await page.textContent('#sentence'), 'It must not be fetched. Nothing else that was read restricts it.');
    const { fetch, index, snippet } = await answers(page);
    assert.deepEqual([fetch, index, snippet], ['NO', '(yes)', '(yes)']);
    assert.equal((await page.$$('#answers .is-yes, #strip .is-yes')).length, 0);
  }
});

test('a row leads to its document and has its day', async () => {
  const page = await filled();
  const [href, text] = await page.$eval('#engine-rows tr:has-text("GPTBot")', (row) => [
    row.querySelector('a').href,
    row.querySelector('.source').textContent,
  ]);
  assert.match(href, /^https:\/\/[a-z.]*openai\.com\//);
  assert.match(text, /^document \d{4}-\d\d-\d\d$/);
});

test('a phone has every answer of an engine in view', async () => {
  const page = await filled({ ...PHONE, viewport: { width: 390, height: 844 } });
  const cut = await page.$$eval('#engine-rows td', (cells) =>
    cells.filter((cell) => cell.getBoundingClientRect().right > innerWidth).map((cell) => cell.textContent),
  );
  assert.deepEqual(cut, []);
  await accessible(page);
});
