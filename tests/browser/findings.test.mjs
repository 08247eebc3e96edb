// What an owner got wrong: the findings under the answer, their bytes, and their fixes.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { overflow, picture } from './browser.mjs';
import { PHONE, accessible, asked, copied, fill, give, marks, open, press, put, settled } from './playground.mjs';

const ROBOTS = 'User-agent: *\nCrawl-delay: 10\n\nUser-agnet: BadBot\nDisallow: /\n';
const SITE = { url: '/a', fields: 'X-Robots-Tags: noindex', html: '<!doctype html>\n<title>é</title>\n<meta name="robot" content="noindex">', robots: ROBOTS };

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

/** What is selected in an editor. */
const selected = (page, id) =>
  page.$eval(`#${id}`, (area) => [document.activeElement === area, area.value.slice(area.selectionStart, area.selectionEnd)]);

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

test('a click marks the bytes of a finding and leads to them', async () => {
  const page = await asked(SITE);
  await codes(page, 'meta-name-near');
  await page.click(`${item('field-name-near')} .statement`);
  assert.deepEqual(await selected(page, 'fields'), [true, 'X-Robots-Tags']);
  await page.click(`${item('meta-name-near')} .statement`);
  const [isFocused, text] = await selected(page, 'html');
  assert.ok(isFocused && text.includes('robot'), text);
  assert.ok((await marks(page, 'html')).some(([own, kinds]) => text.includes(own) && /k-error .*is-chosen/.test(kinds)), JSON.stringify(await marks(page, 'html')));
});

test('a fix that changes answers is made by keyboard, and taken back', async () => {
  const page = await asked(SITE);
  await codes(page, 'field-name-near');
  const button = page.locator(`${item('field-name-near')} [data-fix]`);
  assert.equal(await button.textContent(), 'Fix it: answers change');
  await button.focus();
  await page.keyboard.press('Enter');
  assert.equal(await page.inputValue('#fields'), 'X-Robots-Tag: noindex');
  assert.deepEqual(await selected(page, 'fields'), [true, 'X-Robots-Tag']);
  assert.match(await page.textContent('#said'), /The fix was made/);
  await settled(page);
  await looked(page);
  assert.equal(await page.locator(item('field-name-near')).count(), 0);
  assert.equal(await page.textContent('#rows tr:nth-child(2) .chip'), '(NO)');
  await page.click('#undo');
  assert.equal(await page.inputValue('#fields'), 'X-Robots-Tags: noindex');
  await codes(page, 'field-name-near');
});

test('a safe fix changes no answer', async () => {
  const page = await asked({ robots: 'User-agent: *\nDissallow: /é\n' });
  await codes(page, 'misspelt-key');
  const before = await page.textContent('#sentence');
  const button = page.locator(`${item('misspelt-key')} [data-fix]`);
  assert.equal(await button.textContent(), 'Fix it: no answer changes');
  await button.click();
  assert.equal(await page.inputValue('#robots'), 'User-agent: *\nDisallow: /é\n');
  await settled(page);
  assert.equal(await page.textContent('#sentence'), before);
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

test('places after half a surrogate pair and astral characters are those of the text', async () => {
  const page = await open();
  await put(page, 'html', '<title>\u{1F600}\ud800</title><meta name="robot" content="noindex">');
  await codes(page, 'meta-name-near');
  await page.click(`${item('meta-name-near')} .statement`);
  const [, text] = await selected(page, 'html');
  assert.match(text, /^(<meta name="robot" content="noindex">|robot)$/);
});

test('a robots.txt that does not count has no findings, and a cut document says so', async () => {
  const page = await asked({ robots: ROBOTS });
  await codes(page, 'near-key');
  await page.selectOption('#robotsStatus', '404');
  await settled(page);
  await looked(page);
  assert.ok(await page.isHidden('#findings'));
  await page.fill('#html', '<title>a');
  await page.check('#cut');
  await settled(page);
  await page.waitForSelector('#findings:has-text("Not all was looked at: its document was not read whole")');
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
