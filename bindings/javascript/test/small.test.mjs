/**
 * The module of browsers and workers answers as that of Node. What it leaves out is not known, and named: documents in
 * encodings of more than one byte a character, and metas that need most names of characters. Hosts beyond ASCII it reads by
 * `URL`.
 */

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { describe, it } from 'node:test';

import { core } from '../lib/core.js';
import { FIXTURES, cases } from './fixtures.mjs';
import { FULL, SMALL } from './installed.mjs';

/** References and texts of metas, their names, and hosts. */
const TEXTS = JSON.parse(readFileSync(new URL('small.json', import.meta.url), 'utf8'));

const NOW = Date.parse('2026-11-20T00:00:00Z');
const [full, small] = [FULL, SMALL].map((bytes) => core(new WebAssembly.Module(bytes)));

/** The names of Encoding §4.2 that the module leaves out. */
const LEFT_OUT = ['big5', 'euc-jp', 'euc-kr', 'gbk', 'gb18030', 'iso-2022-jp', 'shift_jis'];
const KEPT = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252', 'windows-1251', 'koi8-r', 'iso-8859-8-i', 'macintosh', 'x-user-defined'];

const has = (reason) => ({ unread }) => unread?.some(({ source, why }) => source === 'document' && why === reason);
const [isLeftOut, lacksName] = ['encoding', 'reference'].map(has);

/** A page of which nothing else is there. */
const ofPage = (head, more = {}) => ({
  url: '/',
  headers: [['Content-Type', 'text/html; charset=utf-8']],
  html: `<!doctype html>${head}<body>`,
  assume_absent: ['rest', 'robots.txt', 'tdmrep.json'],
  ...more,
});

/** Both modules have one answer. */
const assertSame = (record, name) => assert.deepEqual(small.verdict(record, NOW), full.verdict(record, NOW), name);

/** What is not read allows nothing, and restricts nothing that the other module does not restrict. */
function assertUnknown(answer, expected, name) {
  const pairs = ['index', 'follow', 'archive'].map((key) => [answer[key], expected[key]]);
  pairs.push(...Object.keys(answer.uses).map((use) => [answer.uses[use], expected.uses[use]]));
  for (const [own, other] of pairs) {
    assert.notEqual(own, true, name);
    if (own === false) assert.equal(other, false, name);
  }
}

/** A page in an encoding, whose metas have a letter beyond ASCII where an encoding of one byte has one. */
function page(charset, content) {
  const text = `<!doctype html><meta name=robots content="${content}, \xe9x"><title>\xe9</title><body>`;
  const octets = charset.startsWith('utf-16')
    ? Buffer.from(text, 'utf16le')
    : Buffer.from(text, charset === 'utf-8' ? 'utf8' : 'latin1');
  if (charset === 'utf-16be') octets.swap16();
  const headers = [['Content-Type', `text/html; charset=${charset}`]];
  return ofPage('', { headers, html: undefined, html_base64: octets.toString('base64') });
}

describe('the module of browsers', () => {
  it('answers as that of Node, or says that it lacks the encoding', () => {
    const folders = readdirSync(FIXTURES, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    const left = new Set();
    let count = 0;
    for (const { name, record } of folders.flatMap((folder) => cases(folder.name))) {
      const [expected, answer] = [full.verdict(record, NOW), small.verdict(record, NOW)];
      count += 1;
      if (lacksName(answer) || (isLeftOut(answer) && !isLeftOut(expected))) {
        left.add(name.split(' ')[0]);
        assertUnknown(answer, expected, name);
      } else assert.deepEqual(answer, expected, name);
    }
    assert.ok(count > 1500, `${count} cases`);
    assert.deepEqual([...left].sort(), [
      'encoding/r-101-iso-2022-jp',
      'encoding/r-101-iso-2022-jp-hides-bytes',
      'encoding/r-101-shift-jis',
    ]);
  });

  for (const charset of LEFT_OUT) {
    it(`does not read ${charset}, and says so`, () => {
      for (const content of ['noindex', 'all']) {
        assert.equal(full.verdict(page(charset, content), NOW).index, content === 'all');
        const answer = small.verdict(page(charset, content), NOW);
        assert.ok(isLeftOut(answer), JSON.stringify(answer.unread));
        assert.deepEqual([answer.index, answer.follow, answer.uses.train], [null, null, null]);
      }
    });
  }

  for (const charset of KEPT) {
    it(`reads ${charset}`, () => {
      assert.equal(small.verdict(page(charset, 'noindex'), NOW).index, false);
      assertSame(page(charset, 'noindex'), charset);
    });
  }

  it('reads references, or says that it lacks a name', () => {
    const { references, contents, names } = TEXTS;
    const tags = [];
    for (const reference of references) {
      for (const content of contents) {
        for (const text of [`${reference}${content}`, `${content}${reference}`, `${content}, ${reference}`, `${reference}, ${content}`, `a ${reference} b, ${content}`, `${content}${reference}5`, `a${reference}: ${content}`])
          for (const name of names) tags.push(`<meta name="${name}" content="${text}">`);
      }
      for (const name of ['robots', 'description', '']) {
        tags.push(`<meta name="${name}${reference}" content="noindex">`, `<meta name="${reference}${name}" content="all">`);
        tags.push(`<meta property="${reference}${name}" content="none">`, `<meta http-equiv="${reference}${name}" content="none">`);
      }
      tags.push(`<title>${reference}</title>`, `<template><meta name=robots content="noindex${reference}"></template>`);
      tags.push(`<link rel="license ${reference}" type="application/rsl+xml; a=${reference}" href="/license.xml">`);
      tags.push(`<link rel="license" type="application/rsl+xml" href="/license.xml${reference}">`, `<noscript><meta name=robots content="nofollow, ${reference}"></noscript>`);
    }
    let lacking = 0;
    for (const tag of tags) {
      const given = ofPage(tag, { agent: 'ExampleBot' });
      const [expected, answer] = [full.verdict(given, NOW), small.verdict(given, NOW)];
      assert.ok(!lacksName(expected), tag);
      if (lacksName(answer)) {
        lacking += 1;
        assertUnknown(answer, expected, tag);
        if (expected.index === false) assert.equal(answer.index, false, tag);
      } else assert.deepEqual(answer, expected, tag);
    }
    assert.ok(lacking > 500 && lacking < tags.length / 2, `${lacking} of ${tags.length}`);
  });

  it('reads what other metas and texts say with any name, and keeps what restricts', () => {
    const plain = '<title>a &hellip; b</title><meta name=description content="None of it &ndash; caf&eacute; &rarr; noindex &hellip;"><meta property="og:title" content="&ldquo;none&rdquo;">';
    for (const robots of ['', '<meta name=robots content="noindex&comma;nofollow">', '<meta name=robots content="all&#8217;">'])
      assertSame(ofPage(plain + robots), robots);
    const answer = small.verdict(ofPage('<meta name=robots content="noindex, &hellip;">'), NOW);
    assert.deepEqual([answer.index, answer.follow, answer.uses.train], [false, null, null]);
    assert.ok(lacksName(answer));
  });

  it('says that it reads no parts', () => {
    const record = { html: '<p>x', parts: true };
    assert.deepEqual(full.verdict(record, NOW).parts.marks, []);
    assert.match(small.verdict(record, NOW).error.message, /`parts`: this build does not read them/);
  });

  it('does not read a licence in such an encoding', () => {
    const text = Buffer.from('<?xml version="1.0" encoding="shift_jis"?><rsl xmlns="https://rslstandard.org/rsl"><!-- \x83\x5d --></rsl>', 'latin1');
    const record = { url: '/', licenses: [{ url: 'https://example.com/license.xml', body_base64: text.toString('base64') }] };
    assert.ok(Object.values(small.verdict(record, NOW).uses).every((use) => use === null));
  });

  it('reads hosts beyond ASCII as tables of Unicode do', () => {
    for (const host of TEXTS.hosts) {
      const record = { url: '/page', agent: 'ExampleBot', signature_agent: 'xn--bcher-kva.example', robots_txt: `Signature-agent: ${host}\nDisallow: /\n` };
      assertSame(record, host);
      const site = { url: `https://${host}/x`, headers: [], html: '<p>', tdmrep: `[{"location": "https://${host}/x", "tdm-reservation": 1}]` };
      assertSame(site, host);
    }
  });
});
