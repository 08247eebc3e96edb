// What an owner got wrong: the findings under the answer, their bytes, and their fixes.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { overflow, picture } from './browser.mjs';
import { PHONE, accessible, asked, copied, fill, give, marks, open, press } from './playground.mjs';

const SITE = {
  url: '/a',
  fields: 'X-Robots-Tags: noindex',
  html: '<!doctype html>\n<title>é</title>\n<meta name="robot" content="noindex">',
  robots: 'User-agent: *\nCrawl-delay: 10\n\nUser-agnet: BadBot\nDisallow: /\n',
};

/** Waits for the findings about what was typed. */
function looked(page) {
  return page.waitForSelector('#findings[aria-busy=false]', { state: 'attached' });
}

/** The findings that are shown, of which one has this code: `level code`. */
async function codes(page, code) {
  await looked(page);
  await page.waitForSelector(`.finding:has-text("${code}")`);
  return page.$$eval('.finding .statement', (found) =>
    found.map((button) => `${button.querySelector('.tag').textContent} ${button.querySelector('small').textContent.split(' · ').at(-1)}`),
  );
}

const item = (code) => `.finding:has-text("${code}")`;

test('findings are those of the program, the most severe first', async () => {
  const page = await open();
  assert.ok(await page.isHidden('#findings'));
  await fill(page, SITE);
  const found = await codes(page, 'meta-name-near');
  for (const code of ['error field-name-near', 'error meta-name-near', 'error near-key'])
    assert.ok(found.includes(code), found.join());
  const levels = found.map((text) => text.split(' ')[0]);
  assert.deepEqual(levels, [...levels].sort((a, b) => ['error', 'warning', 'info'].indexOf(a) - ['error', 'warning', 'info'].indexOf(b)));
  assert.match(await page.textContent('#findings-count'), /^\d+ errors/);
  const said = await page.textContent(item('field-name-near'));
  assert.match(said, /`?X-Robots-Tags/);
  assert.match(said, /Response fields, line 1/);
  assert.match(said, /index \/a: yes; as meant: no; for googlebot/);
  await page.locator('#findings li:last-child').scrollIntoViewIfNeeded();
  await picture(page, 'playground-findings');
  await press(page, '#clear');
  await looked(page);
  assert.ok(await page.isHidden('#findings'));
});

test('a fix of a file keeps the rest of its bytes', async () => {
  const page = await open();
  const bytes = Buffer.from('# \xff\r\nUser-agent: *\r\nDissallow: /x\r\n', 'latin1');
  await give(page, 'robots', bytes, 'robots.txt');
  await codes(page, 'misspelt-key');
  await page.click(`${item('misspelt-key')} .statement`);
  assert.ok((await marks(page, 'robots')).some(([text, kinds]) => text.startsWith('44 69 73 73 61') && kinds.includes('is-chosen')), JSON.stringify(await marks(page, 'robots')));
  await press(page, `${item('misspelt-key')} [data-fix]`);
  const record = JSON.parse(await copied(page, 'record'));
  const fixed = Buffer.from(record.robots_txt_base64, 'base64').toString('latin1');
  assert.equal(fixed, '# \xff\r\nUser-agent: *\r\nDisallow: /x\r\n');
});

test('an input of megabytes is left to the program', async () => {
  const page = await open();
  await give(page, 'robots', `User-agent: *\n${'Disallow: /a\n'.repeat(200_000)}`, 'robots.txt');
  await page.waitForSelector('#findings:has-text("too long")');
});

test('findings fit a phone, and axe finds no fault in them', async () => {
  for (const colorScheme of ['light', 'dark']) {
    const page = await asked(SITE, { ...PHONE, colorScheme });
    await codes(page, 'meta-name-near');
    const wide = await page.$$eval('#findings *', (parts) => parts.filter((part) => part.getBoundingClientRect().right > innerWidth + 1).length);
    assert.deepEqual([await overflow(page), wide], [0, 0]);
    await page.click(`${item('meta-name-near')} .statement`);
    await accessible(page);
    await page.locator('#findings').scrollIntoViewIfNeeded();
    await picture(page, `playground-findings-${colorScheme}`);
  }
});
