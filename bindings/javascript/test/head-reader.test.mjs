/**
 * A document in pieces has the verdict of the whole one, and one that was cut is never said to allow what it
 * may forbid.
 */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';

import { HeadReader, RecordError, verdict } from 'robots-policy';

import { cases } from './fixtures.mjs';

const NOW = new Date('2026-11-20T00:00:00Z');
/** The caller's word that there is nothing else: the tests are about the document. */
const ABSENT = { assume_absent: ['rest', 'robots.txt'] };
const USES = ['train', 'train-other', 'input', 'ai-index', 'search', 'mine'];
const bytes = (text) => new TextEncoder().encode(text);

/** The documents of fixtures with their records, and the verdicts on them. */
function documents() {
  return ['html', 'encoding', 'xhtml', 'combined', 'wild', 'uses']
    .flatMap(cases)
    .flatMap(({ name, record }) => {
      const { html_base64: html, ...rest } = record;
      if (html === undefined) return [];
      return [{ name, record: rest, document: Buffer.from(html, 'base64'), whole: verdict(record, { now: NOW }) }];
    });
}

/** A document of which these pieces are fed: whether its head is over, and the verdict on it and on what the caller says of the rest. */
function fed(record, pieces, options) {
  const reader = new HeadReader(record, { now: NOW });
  const isOver = pieces.some((piece) => reader.feed(piece));
  return { isOver, answer: reader.finish(options) };
}

/** The verdict on a document in these pieces, which are all of it. */
function streamed(record, pieces) {
  const reader = new HeadReader(record, { now: NOW });
  for (const piece of pieces) reader.feed(piece);
  return reader.finish({ cut: false });
}

/** A document byte by byte. */
const single = (document) => [...document].map((byte) => Uint8Array.of(byte));

/** The answers about the page and about fetching it. */
function ofPage({ access, index, follow, archive, snippet, directives }) {
  return { access: access.allowed, index, follow, archive, snippet: snippet.allowed, directives };
}

describe('HeadReader', () => {
  const all = documents();

  it('finds documents', () => assert.ok(all.length > 200, `${all.length} documents`));

  it('gives the verdict of the whole document, byte by byte', () => {
    for (const { name, record, document, whole } of all) {
      for (const pieces of [single(document), [document]]) assert.deepEqual(streamed(record, pieces), whole, name);
    }
  });

  it('knows the page without the bytes after the head, and AI use only where it is forbidden', () => {
    let [over, changed] = [0, 0];
    for (const { name, record, document, whole } of all) {
      for (const options of [undefined, { cut: true }]) {
        const { isOver, answer } = fed(record, single(document), options);
        if (!isOver) continue;
        over += 1;
        assert.deepEqual(ofPage(answer), ofPage(whole), name);
        const lacksBody = answer.unread?.some(({ source, why }) => source === 'document' && why === 'body');
        for (const [use, own] of Object.entries(answer.uses)) {
          assert.ok(own === null || own === 'disallow' || !lacksBody, `${name}: ${use} ${own}`);
          if (own !== whole.uses[use]) changed += 1;
        }
      }
    }
    assert.ok(over > 200 && changed > 100, `${over} ${changed}`);
  });

  it('never allows more of a document that was cut anywhere than of the whole', () => {
    for (const { name, record, document, whole } of all) {
      for (let at = 0; at < document.length; at += 1) {
        const { answer: cut } = fed(record, [document.subarray(0, at)], { cut: true });
        for (const key of ['index', 'follow', 'archive']) {
          assert.ok(cut[key] !== true || whole[key] !== false, `${name} at ${at}: ${key}`);
        }
        for (const [use, own] of Object.entries(cut.uses)) {
          assert.ok(own === null || own === whole.uses[use] || own === 'disallow', `${name} at ${at}: ${use} ${own}`);
        }
      }
    }
  });

  it('says when the head is over', () => {
    const reader = new HeadReader({ headers: [['Content-Type', 'text/html; charset=utf-8']], ...ABSENT });
    assert.equal(reader.feed(bytes('<title>x</title><meta name=robots content=noindex>')), false);
    assert.equal(reader.feed(bytes('<body>')), true);
    assert.equal(reader.feed(bytes('<meta name=robots content=nofollow>')), true);
    const answer = reader.finish({ cut: true });
    assert.deepEqual([answer.index, answer.follow, answer.unread], [false, true, [{ source: 'document', why: 'body', keeps: USES }]]);
  });

  // Row: more fields, the pieces, and what is known of the page and of training without a word, with `cut: true`, `cut: false`.
  const FED = JSON.parse(readFileSync(new URL('head-reader.json', import.meta.url), 'utf8'));
  for (const [more, pieces, ...expected] of FED) {
    it(`tells what it knows after ${JSON.stringify(pieces)} with ${JSON.stringify(more)}`, () => {
      const headers = [['Content-Type', 'text/html; charset=utf-8'], ...more];
      const known = [undefined, { cut: true }, { cut: false }].map((options) => {
        const reader = new HeadReader({ headers, ...ABSENT }, { now: NOW });
        for (const piece of pieces) reader.feed(bytes(piece));
        const { index, uses } = reader.finish(options);
        return [index, uses.train];
      });
      assert.deepEqual(known, expected);
    });
  }

  const NOINDEX = '<meta name=robots content=noindex>'.padEnd(400, ' ');
  const latin = Buffer.from(`${NOINDEX}caf\xe9`, 'latin1');
  const codings = [undefined, 'gzip', 'br', 'deflate', 'zstd', 'x-coding'].flatMap((field) => [
    [field, 'text', Buffer.from(NOINDEX), false],
    [field, 'text in another encoding', latin, false],
    [field, 'gzip', gzipSync(NOINDEX), null],
    [field, 'br', brotliCompressSync(NOINDEX), null],
    [field, 'deflate', deflateSync(NOINDEX), null],
    [field, 'deflate without its header', deflateRawSync(NOINDEX), null],
  ]);
  for (const [field, body, document, index] of codings) {
    it(`says ${index} of a document as ${body} with Content-Encoding: ${field}`, () => {
      const headers = [['Content-Type', 'text/html'], ...(field ? [['Content-Encoding', field]] : [])];
      const reader = new HeadReader({ headers });
      reader.feed(document);
      assert.equal(reader.finish().index, index);
      assert.equal(verdict({ headers, html_base64: document.toString('base64') }).index, index);
    });
  }

  it('takes the reading of an engine, and the JSON text of a record', () => {
    const record = { as: 'googlebot', headers: [['X-Robots-Tag', 'noarchive']] };
    for (const given of [record, JSON.stringify(record)]) {
      const reader = new HeadReader(given, { now: NOW });
      reader.feed(bytes('<p>'));
      assert.deepEqual(reader.finish({ cut: false }), { ...verdict({ ...record, html: '<p>' }, { now: NOW }) });
    }
  });

  it('refuses what is not a record for it, and bytes that are not bytes', () => {
    assert.throws(() => new HeadReader({ html: '<p>' }), RecordError);
    assert.throws(() => new HeadReader({ html_base64: '' }), RecordError);
    assert.throws(() => new HeadReader({ agent: ' ' }), { code: 'invalid-agent' });
    const reader = new HeadReader();
    for (const wrong of ['<p>', undefined, null, [60], new ArrayBuffer(1)]) {
      assert.throws(() => reader.feed(wrong), TypeError);
    }
    assert.equal(reader.feed(Buffer.from('<p>')), false);
    reader.finish();
    assert.throws(() => reader.feed(bytes('<p>')), /finished/);
    assert.throws(() => reader.finish(), /finished/);
  });

  it('leaves others unharmed by bytes that are lost', () => {
    const headers = [['Content-Length', '0']];
    const [other, reader] = [new HeadReader(), new HeadReader({ headers })];
    other.feed(bytes('<meta name=robots content=noindex>'));
    const detached = new Uint8Array(9);
    structuredClone(detached.buffer, { transfer: [detached.buffer] });
    const buffer = new ArrayBuffer(9, { maxByteLength: 9 });
    const outside = new Uint8Array(buffer, 5, 4);
    buffer.resize(2);
    for (const lost of [detached, outside]) {
      assert.throws(() => reader.feed(lost), { name: 'TypeError', message: /lost/ });
    }
    assert.equal(reader.feed(new Uint8Array()), false);
    assert.equal(other.finish().index, false);
    assert.equal(reader.finish().index, true);
  });

  it('takes a piece of any length', () => {
    const [other, reader] = [new HeadReader(), new HeadReader()];
    other.feed(bytes('<meta name=robots content=noindex>'));
    const long = new Uint8Array(2 ** 31 + 5).fill(32, 0, 3 << 20);
    long.set(bytes('<meta name=robots content=nofollow>'), (1 << 20) - 9);
    long.set(bytes('<body>'), 3 << 20);
    assert.equal(reader.feed(long), true);
    assert.equal(reader.finish().follow, false);
    assert.equal(other.finish().index, false);
  });

  it('leaves others unharmed by a record that the module cannot take', () => {
    const other = new HeadReader();
    other.feed(bytes('<meta name=robots content=noindex>'));
    const html = 'x'.repeat(64 * 1024 * 1024);
    assert.throws(() => verdict({ html }), { name: 'RecordError', code: 'line-too-long' });
    assert.equal(verdict({ html: html.slice(100), headers: [] }).index, true);
    const long = '漢'.repeat(2 ** 29 / 3 + 1);
    assert.throws(() => verdict(long), { name: 'RangeError', message: /512 MiB/ });
    assert.equal(other.finish().index, false);
  });

  it('works beside others', () => {
    const readers = ['noindex', 'nofollow', 'noarchive'].map((word) => [word, new HeadReader()]);
    for (const [word, reader] of readers) reader.feed(bytes(`<meta name=robots content=${word}`));
    for (const [, reader] of readers) reader.feed(bytes('><body>'));
    for (const [word, reader] of readers.reverse())
      assert.deepEqual(reader.finish().directives, { [word]: true });
  });
});
