/** The page's sentence about an answer is that of the program. It needs no browser. */

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';

import { SOME_UNKNOWN, sentenceOf } from '../../bindings/javascript/playground/words.js';

const PROGRAM = process.env.ROBOTS_POLICY;
const FIXTURES = new URL('../../fixtures/', import.meta.url).pathname;
const NOW = '2026-11-20T00:00:00Z';
const folder = mkdtempSync(join(tmpdir(), 'words-'));
after(() => rmSync(folder, { recursive: true, force: true }));

/** Fields, pages and files of robots.txt of which the sentence has a word, alone and together. */
const { lines: LINES, pages: PAGES, robots: ROBOTS } = JSON.parse(readFileSync(new URL('inputs.json', import.meta.url), 'utf8')).words;

/** Saved responses with the arguments that they are read with. */
function* asked() {
  for (const [at, line] of LINES.entries()) {
    for (const [own, page] of PAGES.entries()) {
      const file = join(folder, `${at}-${own}.http`);
      writeFileSync(file, `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n${line}\r\n\r\n${page}`);
      yield [file];
      if (own !== 0) continue;
      const site = ['--robots', join(folder, `${at % ROBOTS.length}.txt`), '--url', 'https://example.com/'];
      yield [file, ...site];
      yield [file, ...site, '--assume-absent', 'rest'];
      writeFileSync(join(folder, `${at}.fields`), line);
      yield ['--headers', join(folder, `${at}.fields`), ...site];
    }
  }
  for (const [own, page] of PAGES.entries()) {
    writeFileSync(join(folder, `${own}.html`), page);
    yield ['--html', join(folder, `${own}.html`)];
  }
  for (const name of readdirSync(FIXTURES, { recursive: true })) {
    if (name.endsWith('/response.http')) yield [join(FIXTURES, name)];
  }
}

function run(given, format) {
  const { stdout, stderr } = spawnSync(PROGRAM, ['eval', '--agent', 'ExampleBot', '--now', NOW, '--format', format, ...given], {
    encoding: 'utf8',
  });
  assert.notEqual(stdout, '', `${given}: ${stderr}`);
  return stdout;
}

/** The same words for what the page says in its own: it begins with "It", and has a sentence for each source that is not known. */
function plainOfPage(sentence) {
  const free = sentence.startsWith('It must not be fetched.') ? NOTHING_ELSE : FREE;
  return sentence
    .replaceAll(/(?<=^|\. )It (m)/g, 'M')
    .replaceAll(': its answers are not known.', '.')
    .replace('Whether it may be fetched is unknown. ', '')
    .replace(SOME_UNKNOWN.split('{}')[0], free);
}

/** The same for the program, which has one sentence with the mark that its rows have. */
function plainOfProgram(sentence) {
  return sentence
    .replace(/The [^:]*: `\?` is not known\./, (said) => `${said.split(':')[0].replaceAll('; the', '. The')}.`)
    .replace('The page restricts nothing', FREE);
}

const FREE = 'What was read restricts nothing';
const NOTHING_ELSE = 'Nothing else that was read restricts it';

/** Whether an answer about fetching or about AI use is not known. */
function isOpen({ access, uses }) {
  return access.allowed === null || Object.values(uses).includes(null);
}

test('the sentence of the page is that of the program', () => {
  ROBOTS.forEach((text, at) => writeFileSync(join(folder, `${at}.txt`), text));
  const said = new Set();
  let [count, known] = [0, 0];
  for (const given of asked()) {
    const answer = JSON.parse(run(given, 'json'));
    const sentence = sentenceOf(answer);
    if (isOpen(answer)) assert.doesNotMatch(sentence, /restricts nothing/, given.join(' '));
    const ours = plainOfPage(sentence);
    const theirs = plainOfProgram(run(given, 'text').split('\n')[1]);
    assert.equal(ours, theirs, given.join(' '));
    said.add(theirs);
    count += 1;
    known += isOpen(answer) ? 0 : 1;
  }
  assert.ok(count > 200 && known > 10 && said.size > 30, `${count} responses, ${known} known, ${said.size} sentences`);
});
