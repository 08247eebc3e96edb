// A browser with the playground, for its tests.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { dirname, join, resolve } from 'node:path';
import { after, afterEach, before } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { AxeBuilder } from '@axe-core/playwright';
import { chromium } from 'playwright-core';

export const HERE = dirname(fileURLToPath(import.meta.url));
export const FILE = pathToFileURL(resolve(HERE, '../../crates/cli/playground/index.html')).href;
export const PROGRAM = process.env.ROBOTS_POLICY;
const SCREENSHOTS = process.env.SCREENSHOTS;
const DESK = { viewport: { width: 1280, height: 900 } };
export const PHONE = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true };

let browser;
let server;
let address;
let pages = [];

before(async () => {
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
  });
  server = spawn(PROGRAM, ['play', '--port', '0'], { stdio: ['ignore', 'pipe', 'inherit'] });
  address = String(await new Promise((resolve) => server.stdout.once('data', resolve))).trim();
});

after(async () => {
  await browser?.close();
  server?.kill('SIGINT');
});

afterEach(async () => {
  for (const { page, faults } of pages) {
    await page.context().close();
    assert.deepEqual(faults, []);
  }
  pages = [];
});

/** Opens the page. After the test it must have made no request, and said nothing in the console. */
export async function open({ at = address, fragment = '', ...options } = {}) {
  const context = await browser.newContext({ ...DESK, ...options });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']).catch(() => {});
  const page = await context.newPage();
  const faults = [];
  page.on('pageerror', (error) => faults.push(`error: ${error.message}`));
  page.on('console', (message) => faults.push(`console: ${message.text()}`));
  page.on('request', (request) => {
    const url = request.url();
    if (url.split('#')[0] !== at && !/^(?:blob|data):/.test(url)) faults.push(`request: ${url}`);
  });
  await page.goto(at + fragment);
  await page.waitForSelector('html[data-ready]');
  await settled(page);
  pages.push({ page, faults });
  return page;
}

/** Waits for the answer to what was typed. */
export async function settled(page) {
  await page.waitForSelector('#answer[aria-busy=false]');
}

export async function fill(page, texts) {
  for (const [id, text] of Object.entries(texts)) {
    if (id === 'robotsStatus') await page.selectOption(`#${id}`, text);
    else await page.fill(`#${id}`, text);
  }
  await settled(page);
}

/** Puts a text into an input at once, as a script does: also one that no keyboard has. */
export async function put(page, id, text) {
  await page.$eval(
    `#${id}`,
    (control, text) => {
      control.value = text;
      control.dispatchEvent(new Event('input', { bubbles: true }));
    },
    text,
  );
  await settled(page);
}

/** The words of the answers by their rows. */
export function answers(page) {
  return page.$$eval('#rows tr', (rows) =>
    Object.fromEntries(
      rows.map((row) => [
        row.querySelector('th').firstChild.textContent,
        row.querySelector('.chip')?.textContent,
      ]),
    ),
  );
}

/** The answers of index, follow, archive and snippet as `eval` writes them; null where the page has none. */
export async function shownAnswers(page) {
  const text = await page.textContent('#json');
  return text === '' ? null : fourOf(JSON.parse(text));
}

export function fourOf({ index, follow, archive, snippet }) {
  return { index, follow, archive, snippet: snippet.allowed };
}

/** The answers about the page and about AI use, and why they are not known. */
export function knownOf(answer) {
  const unread = (answer.unread ?? []).map(({ source, why, keeps }) => `${source} ${why} ${keeps}`).join('; ');
  return { ...fourOf(answer), ...answer.uses, unread };
}

/** Gives a file to an input, and waits for what the page says. */
export async function give(page, editor, bytes, name = 'a.http') {
  const file = { name, mimeType: 'text/plain', buffer: Buffer.from(bytes) };
  await page.$eval('#said', (said) => said.replaceChildren());
  await page.setInputFiles(`[data-editor=${editor}] input[type=file]`, file);
  if (editor !== 'html') await page.waitForSelector('#said:has-text("opened")');
  await settled(page);
  return page.textContent('#said');
}

/** The marked texts of an input, each with its classes. */
export function marks(page, editor) {
  return page.$$eval(`[data-editor=${editor}] mark`, (found) =>
    found.map((mark) => [mark.textContent, mark.className]),
  );
}

export async function picture(page, name) {
  if (SCREENSHOTS) await page.screenshot({ path: join(SCREENSHOTS, `playground-${name}.png`) });
}

/**
 * Has axe look at the page. One function makes the rows of all engines, and axe takes most of its time for them: the first dozen
 * is looked at, and with `all` every row.
 */
export async function accessible(page, { all = false } = {}) {
  const shown = await page.$$('#engine-rows tr:not([hidden])');
  const rest = all ? [] : shown.slice(12);
  const hide = (isHidden) => page.evaluate(([rows, hidden]) => rows.forEach((row) => (row.hidden = hidden)), [rest, isHidden]);
  await hide(true);
  const { violations } = await new AxeBuilder({ page }).analyze();
  await hide(false);
  const found = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`,
  );
  assert.deepEqual(found, []);
}
