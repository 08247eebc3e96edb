// Runs the sessions: what is done to the page, and what it shows then. Each file of `sessions` has some, and each begins with `# TITLE`.
//
// A line is a step, or a question with the answer that it must have: `=` says the whole text, `~` a regular expression. In texts
// `\n`, `\r`, `\t`, `\0` and `\u{D83D}` are characters. A line `@ phone dark` runs the session in each of these windows.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';

import { overflow } from './browser.mjs';
import { PHONE, accessible, answers, copied, fill, give, marks, open, openFile, press, put, settled } from './playground.mjs';

const WINDOWS = {
  desk: {},
  phone: { ...PHONE, viewport: { width: 390, height: 844 } },
  light: { colorScheme: 'light' },
  dark: { colorScheme: 'dark' },
};

/** The first word of a text, and the rest. */
const parted = (text) => /^(\S*) ?([^]*)$/.exec(text).slice(1);
const hashOf = (link) => new URL(link).hash;

/** The steps by their first word: of a page, the rest of the line, and what was copied last. One that opens another page returns it. */
const STEPS = {
  fill: (page, rest) => fill(page, Object.fromEntries([parted(rest)])),
  put: (page, rest) => put(page, ...parted(rest)),
  click: press,
  // Of a control that a closed part hides.
  tick: (page, selector) => page.$eval(selector, (box) => box.click()),
  check: (page, selector) => page.check(selector),
  choose: (page, rest) => page.selectOption(`#${parted(rest)[0]}`, parted(rest)[1]),
  focus: (page, selector) => page.focus(selector),
  // Its sheet lies under a text area.
  hover: (page, selector) => page.hover(selector, { force: true }),
  key: (page, name) => page.keyboard.press(name),
  type: (page, text) => page.keyboard.type(text),
  give(page, rest) {
    const [editor, more] = parted(rest);
    const [name, text] = parted(more);
    return give(page, editor, text, name);
  },
  open: (page, record) => openFile(page, record),
  link: (page, record) => open({ fragment: `#v2=${gzipSync(record).toString('base64url')}` }),
  follow: (page, rest, link) => open({ fragment: hashOf(link) }),
  hash: (page, rest, link) => page.evaluate((hash) => void (location.hash = hash), hashOf(link)),
  wait: (page, selector) => page.waitForSelector(selector),
  looked: (page) => page.waitForSelector('#findings[aria-busy=false]', { state: 'attached' }),
  reload: (page) => page.reload().then(() => page.waitForSelector('html[data-ready]')),
  axe: accessible,
  fits: async (page) => assert.ok((await overflow(page)) <= 0, 'the page is wider than its window'),
};

/** The questions by their first word. */
const QUESTIONS = {
  text: (page, selector) => page.textContent(selector),
  value: (page, id) => page.inputValue(`#${id}`),
  answer: async (page, row) => (await answers(page))[row],
  marks: async (page, editor) => (await marks(page, editor)).map((mark) => mark.join(' ')).join(', '),
  count: async (page, selector) => (await page.$$(selector)).length,
  checked: (page, selector) => page.isChecked(selector),
  disabled: (page, selector) => page.isDisabled(selector),
  hidden: (page, selector) => page.isHidden(selector),
  title: (page, selector) => page.getAttribute(selector, 'title'),
  selected: (page) =>
    page.evaluate(() => {
      const { id, value, selectionStart, selectionEnd } = document.activeElement;
      return `${id}: ${value.slice(selectionStart, selectionEnd)}`;
    }),
  kept: (page) => page.evaluate(() => localStorage.length + sessionStorage.length),
  copied: (page, rest, text) => text,
};

const ESCAPES = { n: '\n', r: '\r', t: '\t', 0: '\0', '\\': '\\' };
const unescaped = (text) =>
  text.replace(/\\(?:([nrt0\\])|u\{(\w+)\})/g, (_, one, code) => ESCAPES[one] ?? String.fromCodePoint(Number.parseInt(code, 16)));

/** Runs the lines of a session in a window. */
async function run(lines, window) {
  let page = await open(WINDOWS[window]);
  let text = '';
  for (const line of lines) {
    const [verb, rest] = parted(line);
    const where = `${window}: ${line}`;
    if (verb === 'copy') text = await copied(page, rest);
    else if (Object.hasOwn(STEPS, verb)) {
      const other = await STEPS[verb](page, unescaped(rest), text);
      if (verb === 'link' || verb === 'follow') page = other;
      await settled(page);
    } else {
      const [, asked, how, wanted = ''] = /^(.*?) ?(?<= |^)([=~])(?: ([^]*))?$/.exec(rest);
      const found = String(await QUESTIONS[verb](page, asked, text));
      if (how === '=') assert.equal(found, unescaped(wanted), where);
      else assert.match(found, new RegExp(wanted), where);
    }
  }
}

const folder = new URL('sessions/', import.meta.url);
for (const name of readdirSync(folder)) {
  for (const session of readFileSync(new URL(name, folder), 'utf8').split(/^# /m).slice(1)) {
    const [title, ...lines] = session.split('\n').filter((line) => line !== '');
    const windows = lines[0].startsWith('@ ') ? lines.shift().slice(2).split(' ') : ['desk'];
    test(title, async () => {
      for (const window of windows) await run(lines, window);
    });
  }
}
