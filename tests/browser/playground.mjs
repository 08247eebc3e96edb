// A browser with the playground, for its tests.

import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { dirname, resolve } from 'node:path';
import { after, before } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { visit } from './browser.mjs';

export { accessible } from './browser.mjs';

export const HERE = dirname(fileURLToPath(import.meta.url));
export const FILE = pathToFileURL(resolve(HERE, '../../crates/cli/playground/index.html')).href;
export const PROGRAM = process.env.ROBOTS_POLICY;
/** Whether every fixture, question and letter is tried, as before a release, or one of eight. */
export const WHOLE = process.env.WHOLE === '1';
/** What tests give to the page, by the name of what it is, with what is to be said of it. */
export const INPUTS = JSON.parse(readFileSync(resolve(HERE, 'inputs.json'), 'utf8'));
export const PHONE = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true };

let server;
let address;

before(async () => {
  const page = readFileSync(fileURLToPath(FILE));
  server = createServer((_, response) => response.setHeader('content-type', 'text/html').end(page));
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${server.address().port}/`;
});

after(() => server?.close());

/** Opens the page. */
export async function open({ at = address, ...options } = {}) {
  const page = await visit(at, options);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']).catch(() => {});
  await page.waitForSelector('html[data-ready]');
  await settled(page);
  return page;
}

/** Opens the page, and fills its inputs. */
export async function asked(texts, options) {
  const page = await open(options);
  await fill(page, texts);
  return page;
}

/** Waits for the answer to what was typed. */
export async function settled(page) {
  await page.waitForSelector('#answer[aria-busy=false]');
}

/** Clicks on something that changes the question, and waits for the answer. */
export async function press(page, selector) {
  await page.click(selector);
  await settled(page);
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

/** The answers of index, follow, archive and snippet as `eval` writes them. */
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

/** Opens a record; gives what the page says. */
export async function openFile(page, text, name = 'a.json') {
  await page.$eval('#said', (said) => said.replaceChildren());
  await page.setInputFiles('#open', { name, mimeType: 'application/json', buffer: Buffer.from(text) });
  await page.waitForSelector('#said:has-text("opened")');
  await settled(page);
  return page.textContent('#said');
}

/** The marked texts of an input, each with its classes. */
export function marks(page, editor) {
  return page.$$eval(`[data-editor=${editor}] mark`, (found) =>
    found.map((mark) => [mark.textContent, mark.className]),
  );
}

// What the page says of what it copied, by the end of the name of the button.
const COPIED = { link: 'link was copied', record: 'The record was copied', command: 'The command was copied.', live: 'fetches the page' };

/** The text that a button copies. */
export async function copied(page, name) {
  await page.$eval(`#copy-${name}`, (button) => button.closest('details')?.setAttribute('open', ''));
  await page.click(`#copy-${name}`);
  await page.waitForSelector(`#said:has-text("${COPIED[name]}")`);
  return page.evaluate(() => navigator.clipboard.readText());
}
