/** The page's sentence about an answer is that of the program. It needs no browser. */

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';

import { sentenceOf } from '../../bindings/javascript/playground/words.js';

const PROGRAM = process.env.ROBOTS_POLICY;
const FIXTURES = new URL('../../fixtures/', import.meta.url).pathname;
const NOW = '2026-11-20T00:00:00Z';
const folder = mkdtempSync(join(tmpdir(), 'words-'));
after(() => rmSync(folder, { recursive: true, force: true }));

/** Fields of which the sentence has a word, alone and together. */
const FIELDS = [
  '',
  'nocache',
  'noodp',
  'nositelinkssearchbox',
  'max-video-preview: 0',
  'max-video-preview: -1',
  'max-image-preview: large',
  'max-image-preview: standard',
  'max-image-preview: none, nocache',
  'max-snippet: 0',
  'max-snippet: 20',
  'max-snippet: -1',
  'max-snippet: 20, nosnippet',
  'unavailable_after: 2040-01-01',
  'unavailable_after: 2020-01-01',
  'unavailable_after: 2040-01-01, noindex',
  'unavailable_after: 2040-01-01, nocache',
  'indexifembedded',
  'noindex, indexifembedded',
  'none',
  'all',
  'no-index',
  'no-index, no-follow, max-image-preview: medium',
  'noindex, nosnippet, noarchive, notranslate, noai, noml, nofollow, noimageindex, noimageai',
];
const LINES = [
  ...FIELDS.map((value) => `X-Robots-Tag: ${value}`),
  'Content-Usage: train-ai=n',
  'Content-Usage: train-ai=y',
  'TDM-Reservation: 1',
  'Content-Encoding: x-unknown',
];
const PAGES = ['<p>text', '<meta name=robots content=', '\u0001\u0002\ufffe'];
const ROBOTS = ['User-agent: *\nDisallow: /', 'User-agent: *\nDisallow: /other'];

/** Saved responses with the arguments that they are read with. */
function* asked() {
  for (const [at, line] of LINES.entries()) {
    for (const [own, page] of PAGES.entries()) {
      const file = join(folder, `${at}-${own}.http`);
      writeFileSync(file, `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n${line}\r\n\r\n${page}`);
      yield [file];
      if (own === 0) yield [file, '--robots', join(folder, `${at % ROBOTS.length}.txt`), '--url', 'https://example.com/'];
    }
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

/** The same words for what the page and the program say in their own: the page begins with "It", and does not name `?`. */
function plain(sentence) {
  return sentence
    .replaceAll(/(?<=^|\. )It (m)/g, 'M')
    .replaceAll(/(The document [^:]*): [^.]*\./g, '$1.')
    .replace('Whether it may be fetched is unknown. ', '')
    .replace('The page restricts nothing', 'What was read restricts nothing');
}

test('the sentence of the page is that of the program', () => {
  ROBOTS.forEach((text, at) => writeFileSync(join(folder, `${at}.txt`), text));
  const said = new Set();
  let count = 0;
  for (const given of asked()) {
    const ours = plain(sentenceOf(JSON.parse(run(given, 'json'))));
    const theirs = plain(run(given, 'text').split('\n')[1]);
    assert.equal(ours, theirs, given.join(' '));
    said.add(theirs);
    count += 1;
  }
  assert.ok(count > 150 && said.size > 30, `${count} responses, ${said.size} sentences`);
});
