/**
 * The drop-in: robots-parser's own tests pass, except listed ones; each listed difference is one; and made
 * files without what the list is about have one answer in both.
 */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';

import robotsParser from 'robots-policy/robots-parser';

import { folder, theirs } from './installed.mjs';

const original = theirs('robots-parser');
const ROWS = JSON.parse(readFileSync(new URL('robots-parser-differences.json', import.meta.url), 'utf8'));
/** Another version of the tests, such as that of their main branch. */
const TESTS = process.env.ROBOTS_PARSER_TESTS ?? join(folder('robots-parser'), 'test/Robots.js');
const ROBOTS_URL = 'https://example.com/robots.txt';

/** As much of chai's `expect` as robots-parser's tests use. A duration is not compared: no test of this project is timed. */
const expect = (actual) => ({
  to: {
    equal: (expected) => assert.equal(actual, expected),
    eql: (expected) => assert.deepEqual(actual, expected),
    be: { lessThan: () => assert.equal(typeof actual, 'number') },
  },
});

describe('the tests of robots-parser', () => {
  const run = [];
  const known = { chai: { expect }, '../index': robotsParser };
  const body = new Function('require', 'describe', 'it', readFileSync(TESTS, 'utf8'));
  body(
    (name) => known[name],
    (_, tests) => tests(),
    (name, test) => run.push({ name, test }),
  );

  it('are there', () => assert.ok(run.length >= 41, `${run.length} tests in ${TESTS}`));
  for (const { name, test } of run) {
    const row = ROWS.find((row) => row.test === name);
    if (row) it(`${name} (listed)`, () => assert.throws(test));
    else it(name, test);
  }
});

describe('the listed differences', () => {
  const answer = (parser, { robots, ask: [method, ...rest] }) =>
    parser(ROBOTS_URL, robots)[method](...rest) ?? null;
  for (const row of ROWS.filter((row) => row.test === undefined)) {
    it(row.name, () => {
      assert.ok(row.why.includes('RFC'));
      assert.notEqual(row.ours, row.theirs);
      assert.deepEqual([answer(robotsParser, row), answer(original, row)], [row.ours, row.theirs]);
    });
  }
});

describe('rules that robots-parser reads', () => {
  const WHITE = '\v\f\u00a0\u1680\u2000\u200a\u2028\u2029\u202f\u205f\u3000\ufeff';
  const rows = (name) => JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8'));
  const spaced = rows('robots-parser-white.json');
  const files = [...WHITE, ' \u00a0\t\ufeff '].flatMap((white) => spaced.map((file) => file.replaceAll('W', white)));
  for (const robots of [...files, ...rows('robots-parser-files.json')]) {
    it(`are read in ${JSON.stringify(robots)}`, () => {
      const agent = { c: 'c.', k: '\u212a' }[robots['User-agent: '.length]] ?? 'b';
      const forms = [robots, ...(robots.includes('\0') ? [] : [Buffer.from(robots), utf16(robots)])];
      for (const form of forms) {
        const [ours, theirs_] = [robotsParser(ROBOTS_URL, form), original(ROBOTS_URL, robots)];
        for (const method of ['isAllowed', 'getMatchingLineNumber']) {
          const answers = [ours, theirs_].map((parser) => parser[method]('https://example.com/x', agent));
          assert.equal(answers[0], answers[1], method);
          assert.notEqual(answers[0], true);
        }
      }
    });
  }

  it('equal URLs with brackets, raw or escaped', () => {
    for (const rule of ['/[a]', '/%5ba%5D', '/[a%5D']) {
      const ours = robotsParser(ROBOTS_URL, `User-agent: *\nDisallow: ${rule}`);
      for (const path of ['/[a]', '/%5Ba%5d', '/%5Ba]']) {
        assert.equal(ours.isAllowed(`https://example.com${path}`), false, `${rule} ${path}`);
      }
    }
    const sitemap = 'https://example.com/[a].xml';
    assert.deepEqual(robotsParser(ROBOTS_URL, `Sitemap: ${sitemap}`).getSitemaps(), [sitemap]);
  });

  it('are kept for each key that the library reads and robots-parser does not', () => {
    const table = readFileSync(new URL('../../../src/record_key.rs', import.meta.url), 'utf8');
    const rows = [...table.matchAll(/^ {4}\w+ = (".*"), (Starter|Rule)/gm)];
    const names = (list) => JSON.parse(`[${list.replaceAll(' |', ',')}]`);
    const of = (wanted) => rows.flatMap(([, list, role]) => (role === wanted ? names(list) : []));
    const [starters, rules] = [of('Starter'), of('Rule')];
    assert.ok(starters.length >= 5 && rules.length >= 7, `${starters} ${rules}`);
    for (const key of starters.filter((name) => name !== 'user-agent')) {
      const robots = `User-agent: *\nAllow: /y\n${key}: a\nDisallow: /x`;
      assert.equal(robotsParser(ROBOTS_URL, robots).isAllowed('https://example.com/x', 'b'), false, key);
    }
    for (const key of rules) {
      const robots = robotsParser(ROBOTS_URL, `User-agent: *\nDisallow: /\n${key}: /[a]`);
      assert.equal(robots.getMatchingLineNumber('https://example.com/%5Ba%5D', 'b'), 3, key);
    }
  });

  it('are read in a time that grows with the file', () => {
    for (const unit of [' ', '\u00a0', '\ufeff', '\t\f', ':', '[', '\n', '*', '#']) {
      const long = unit.repeat(1_000_000);
      for (const robots of [
        `${long}\nUser-agent: *\nDisallow: /x`,
        `User-agent: *${long}/1\nDisallow: /x`,
        `User-agent: *\nDisallow:${long}/x${long}y\nDisallow: /x`,
        `User-agent: *\n${long}Disallow${long}:/x\nDisallow: /x`,
      ]) {
        robotsParser(ROBOTS_URL, robots).isAllowed('https://example.com/x');
      }
    }
  });

  function utf16(text) {
    return Buffer.from(`\ufeff${text}`, 'utf16le');
  }
});

describe('made files', () => {
  /** A sequence that is the same in each run (mulberry32). */
  function sequence(seed) {
    return (below) => {
      seed = (seed + 0x6d2b79f5) | 0;
      let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
      mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
      return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
    };
  }
  const PIECES = ['/', '/a', 'b', '*', '$', '/é', '%C3%A9', '&r', '.html', 'A', '%2f', '/%2F', '~', '=', ':', '**', ' '];
  const EXTENSIONS = ['User-agent-purpose: a', 'Signature-agent: a.example'];
  /** Most lines have none but blanks. */
  const WHITE = ['', '', '', ' ', '\t', '\v', '\f ', '\u00a0', '\u2003', '\u3000', '\ufeff'];
  const AGENTS = ['a', 'B', 'ab', 'c-d/1.0', '*', '*/1.0', 'e_f', 'x9'];

  function file(pick) {
    const one = (list) => list[pick(list.length)];
    const query = () => one(['', '', '', '?', '?q=1', '?q=%C3%A9&*']);
    const path = () => ['/', ...Array.from({ length: pick(5) }, () => one(PIECES)), query()].join('');
    const spaced = (line) => {
      const colon = line.indexOf(':');
      if (colon < 0) return line;
      const value = line.slice(colon + 1).trim();
      const [text, comment = ''] = value.split(/(?= # )/);
      const parts = [line.slice(0, colon), ':', text];
      return `${parts.map((part) => one(WHITE) + part + one(WHITE)).join('')}${comment}`;
    };
    const group = () => [
      ...Array.from({ length: 1 + pick(2) }, () => `User-agent: ${one(AGENTS)}`),
      ...Array.from(
        { length: 1 + pick(5) },
        () => `${one(['Allow', 'Disallow', 'disallow '])}: ${pick(6) ? path() : ''} # x`,
      ),
      ...(pick(3) ? [] : [`Crawl-delay: ${one(['1', '2.5', '1e2', 'x', '0'])}`]),
      ...(pick(3)
        ? []
        : [`Sitemap: ${one(['https://example.com/s.xml', '/s.xml', ''])}`, 'Host: WWW.example.com']),
      ...(pick(3) ? [] : ['Disallow: /last']),
      ...(pick(3) ? [] : ['Disallow: /a', one(EXTENSIONS), 'Disallow: /b']),
      '',
    ];
    const groups = Array.from({ length: 1 + pick(4) }, group).flat().map(spaced);
    return { text: groups.join(one(['\n', '\r\n', '\r'])), path };
  }

  it('have one answer in both', () => {
    for (let seed = 0; seed < 2000; seed += 1) {
      const pick = sequence(seed);
      const { text, path } = file(pick);
      const [ours, original_] = [robotsParser(ROBOTS_URL, text), original(ROBOTS_URL, text)];
      assert.deepEqual(ours.getSitemaps(), original_.getSitemaps(), text);
      assert.equal(ours.getPreferredHost(), original_.getPreferredHost(), text);
      for (const agent of [undefined, '', 'other', ...AGENTS]) {
        assert.equal(ours.getCrawlDelay(agent), original_.getCrawlDelay(agent), `${agent}: ${text}`);
        for (let question = 0; question < 3; question += 1) {
          const url = `https://example.com${path().replaceAll('*', '')}`;
          for (const method of ['isAllowed', 'isDisallowed', 'getMatchingLineNumber']) {
            assert.equal(
              ours[method](url, agent),
              original_[method](url, agent),
              `${method} ${url} ${agent}\n${text}`,
            );
          }
        }
      }
    }
  });
});
