/**
 * The module of browsers and workers answers as that of Node. What it leaves out is not known, and named: documents in
 * encodings of more than one byte a character. Hosts beyond ASCII it reads by `URL`.
 */

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { describe, it } from 'node:test';

import { core } from '../lib/core.js';
import { FIXTURES, cases } from './fixtures.mjs';

const NOW = Date.parse('2026-11-20T00:00:00Z');
const [full, small] = ['robots-policy-full.wasm', 'robots-policy.wasm'].map((name) =>
  core(new WebAssembly.Module(readFileSync(new URL(`../dist/${name}`, import.meta.url)))),
);

/** The names of Encoding §4.2 that the module leaves out. */
const LEFT_OUT = ['big5', 'euc-jp', 'euc-kr', 'gbk', 'gb18030', 'iso-2022-jp', 'shift_jis'];
const KEPT = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252', 'windows-1251', 'koi8-r', 'iso-8859-8-i', 'macintosh', 'x-user-defined'];

const isLeftOut = ({ unread }) => unread?.some(({ source, why }) => source === 'document' && why === 'encoding');

/** A page in an encoding, whose metas have a letter beyond ASCII where an encoding of one byte has one. */
function page(charset, content) {
  const text = `<!doctype html><meta name=robots content="${content}, \xe9x"><title>\xe9</title><body>`;
  const octets = charset.startsWith('utf-16')
    ? Buffer.from(text, 'utf16le')
    : Buffer.from(text, charset === 'utf-8' ? 'utf8' : 'latin1');
  if (charset === 'utf-16be') octets.swap16();
  return {
    url: '/',
    headers: [['Content-Type', `text/html; charset=${charset}`]],
    html_base64: octets.toString('base64'),
    assume_absent: ['rest', 'robots.txt', 'tdmrep.json'],
  };
}

describe('the module of browsers', () => {
  it('answers as that of Node, or says that it lacks the encoding', () => {
    const folders = readdirSync(FIXTURES, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    const left = new Set();
    let count = 0;
    for (const { name, record } of folders.flatMap((folder) => cases(folder.name))) {
      const [expected, answer] = [full.verdict(record, NOW), small.verdict(record, NOW)];
      count += 1;
      if (isLeftOut(answer) && !isLeftOut(expected)) {
        left.add(name.split(' ')[0]);
        for (const key of ['index', 'follow', 'archive']) assert.notEqual(answer[key], true, name);
        for (const [use, allowed] of Object.entries(answer.uses)) assert.notEqual(allowed, true, `${name} ${use}`);
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
      const answer = small.verdict(page(charset, 'noindex'), NOW);
      assert.equal(answer.index, false);
      assert.deepEqual(answer, full.verdict(page(charset, 'noindex'), NOW));
    });
  }

  it('does not read a licence in such an encoding', () => {
    const text = Buffer.from('<?xml version="1.0" encoding="shift_jis"?><rsl xmlns="https://rslstandard.org/rsl"><!-- \x83\x5d --></rsl>', 'latin1');
    const record = { url: '/', licenses: [{ url: 'https://example.com/license.xml', body_base64: text.toString('base64') }] };
    assert.ok(Object.values(small.verdict(record, NOW).uses).every((use) => use === null));
  });

  it('reads hosts beyond ASCII as tables of Unicode do', () => {
    const hosts = [
      'b\u00fccher.example', 'B\u00dcCHER.example', 'xn--bcher-kva.example', 'XN--BCHER-KVA.example', 'stra\u00dfe.example',
      '\u{1f4a9}.example', '\u0645\u062b\u0627\u0644.example', '\uff11\uff12\uff17.\uff10.0.1', 'a\u3002example', 'xn--a.example', 'b\u00fccher.1',
      'a\u00ad.example', '\u00e9%41.example', '\u00e9 x.example', '\u0300x.example', 'b\u00fccher.example.',
    ];
    for (const host of hosts) {
      const record = { url: '/page', agent: 'ExampleBot', signature_agent: 'xn--bcher-kva.example', robots_txt: `Signature-agent: ${host}\nDisallow: /\n` };
      assert.deepEqual(small.verdict(record, NOW), full.verdict(record, NOW), host);
      const site = { url: `https://${host}/x`, headers: [], html: '<p>', tdmrep: `[{"location": "https://${host}/x", "tdm-reservation": 1}]` };
      assert.deepEqual(small.verdict(site, NOW), full.verdict(site, NOW), host);
    }
  });
});
