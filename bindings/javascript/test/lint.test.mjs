/** `lint` finds what the program finds, of every example of a rule and of the fixtures, and refuses what it would not look at. */

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';

import { lint } from 'robots-policy';
import { api } from '../lib/api.js';
import { core } from '../lib/core.js';
import { FIXTURES, REFUSED } from './fixtures.mjs';
import { PACKAGE, SMALL, built, scratch } from './installed.mjs';

const NOW = '2026-09-20T00:00:00Z';
const RULES = join(PACKAGE, '../../crates/lint/rules');
const PROGRAM = built();

/** What the program says about files of a folder: its findings, and what it did not look at whole. */
function ofProgram(folder, files, ...options) {
  const given = ['lint', ...files, '--format', 'json', '--fail-on', 'never', '--now', NOW, ...options];
  const { status, stdout, stderr } = spawnSync(PROGRAM, given, { cwd: folder, encoding: 'utf8', maxBuffer: 1 << 28 });
  assert.ok(status === 0 || status === 3, `${given.join(' ')}: ${status} ${stderr}`);
  const lines = stdout.trim().split('\n').map((line) => JSON.parse(line));
  return { findings: lines.slice(0, -1), incomplete: lines.at(-1).not_looked_at };
}

/** A saved response in its parts: where its fields begin, where its document does, and what the package takes. */
function parted(file) {
  const text = file.toString('latin1');
  const start = text.indexOf('\n') + 1;
  const end = text.indexOf('\n\n') + 1;
  const octets = file.subarray(end + 1);
  const lines = text.slice(start, end).split('\n').filter(Boolean);
  const headers = lines.map((line) => {
    const [, name, value] = /^([^:]*):[ \t]*(.*?)[ \t]*$/.exec(Buffer.from(line, 'latin1').toString());
    return [name, value];
  });
  const isPlain = lines.every((line, at) => line === Buffer.from(headers[at].join(': ')).toString('latin1'));
  return { start, end: end + 1, lines: lines.length, isPlain, page: { headers, html: octets.length > 0 ? octets : null } };
}

/** A finding of the program about a saved response, with its places in the parts. */
function inParts({ start, end, lines }, finding) {
  const moved = ({ input, bytes: [from, to], line, ...rest }) => {
    if (input !== 'response' || line === 0) return { input, bytes: [from, to], line, ...rest };
    return from < end
      ? { input: 'response (fields)', bytes: [from - start, to - start], line: line - 1, ...rest }
      : { input, bytes: [from - end, to - end], line: line - lines - 2, ...rest };
  };
  const by = finding.place.bytes[0] < end ? start : end;
  const edits = finding.fix?.edits.map(({ start: from, end: to, text }) => ({ start: from - by, end: to - by, text }));
  return {
    ...finding,
    place: moved(finding.place),
    others: finding.others.map(({ place, label }) => ({ place: moved(place), label })),
    ...(finding.fix && { fix: { ...finding.fix, edits: finding.place.input === 'response' ? edits : finding.fix.edits } }),
  };
}

/** The keys of examples that the package has inputs for. */
const INPUTS = ['url', 'robots', 'tdmrep', 'license', 'response'];

/** Examples of a rule: texts by their keys. */
function examplesOf(name) {
  const text = readFileSync(join(RULES, name), 'utf8');
  return ['fires', 'quiet'].flatMap((kind) => {
    const [, part] = new RegExp(`^\\[${kind}\\]\n([^]*?)(?=^\\[\\w+\\]$|$(?![^]))`, 'm').exec(text) ?? [];
    if (part === undefined) return [];
    const texts = [...part.matchAll(/^(\w+) = '''\n([^]*?)'''/gm), ...part.matchAll(/^(\w+) = "(.*)"$/gm)];
    const all = part.replace(/'''\n[^]*?'''/g, '');
    const isOfInput = !/^\[/m.test(all) && [...all.matchAll(/^(\w+) = /gm)].every(([, key]) => INPUTS.includes(key));
    return [{ name: `${name.replace('.toml', '')}, ${kind}`, isOfInput, ...Object.fromEntries(texts.map(([, key, own]) => [key, own])) }];
  });
}

/** The rules that are not reported by themselves. */
const OFF = [...spawnSync(PROGRAM, ['explain'], { encoding: 'utf8' }).stdout.matchAll(/^(\S+) +off /gm)].map(([, code]) => code);

describe('lint finds what the program finds', () => {
  const folder = scratch('lint');
  const levels = OFF.flatMap((code) => ['--level', `${code}=info`]);

  const examples = readdirSync(RULES)
    .filter((name) => name.endsWith('.toml'))
    .flatMap(examplesOf)
    // Answers and configurations of servers, and answers that are expected, are no inputs of the package. The program knows a
    // tdmrep.json by its content, and that of one example is in another form.
    .filter((example) => example.isOfInput && example.name !== 'tdmrep-unclear, fires');
  it('has examples', () => assert.ok(examples.length > 180 && OFF.length > 0, `${examples.length}`));

  for (const { name, url, robots, tdmrep, license, response } of examples) {
    it(`of ${name}`, () => {
      const place = mkdtempSync(join(folder, 'example-'));
      const files = { 'robots.txt': robots, 'tdmrep.json': tdmrep, 'license.xml': license };
      if (response !== undefined) files.response = `HTTP/1.1 200 OK\n${response}`;
      const names = Object.keys(files).filter((file) => files[file] !== undefined);
      for (const file of names) writeFileSync(join(place, file), files[file]);
      const expected = ofProgram(place, names, ...(url === undefined ? [] : ['--url', url]), ...levels);
      const input = { robots, tdmrep, license, now: new Date(NOW), levels: Object.fromEntries(OFF.map((code) => [code, 'info'])) };
      if (response === undefined) return assert.deepEqual(lint(input), expected);
      const parts = parted(Buffer.from(files.response));
      const found = lint({ ...input, pages: [{ name: 'response', url, status: 200, ...parts.page }] });
      assert.ok(parts.isPlain, 'the fields of an example are as the package writes them');
      const findings = expected.findings.map((finding) => inParts(parts, finding));
      return assert.deepEqual(found, { ...expected, findings });
    });
  }

  it('of the fixtures', () => {
    const own = join(FIXTURES, 'lint');
    const robots = readFileSync(join(own, 'robots.txt'));
    assert.deepEqual(lint({ robots, now: Date.parse(NOW) }), ofProgram(own, ['robots.txt']));
    const site = { robots: readFileSync(join(own, 'dist/robots.txt')), now: new Date(NOW) };
    const names = ['about.html', 'blog/index.html', 'index.html'];
    const pages = names.map((name) => ({
      name,
      url: `https://example.org/${name.replace('index.html', '')}`,
      html: readFileSync(join(own, 'dist', name)),
    }));
    // The package has no names of files of a site.
    const isOfPages = ({ place }) => place.input !== '.well-known/tdmrep.json';
    const whole = ofProgram(join(own, 'dist'), ['.'], '--base', 'https://example.org').findings;
    const findings = JSON.parse(JSON.stringify(whole).replaceAll('"./', '"')).filter(isOfPages);
    assert.deepEqual(new Set(findings.map(({ place }) => place.input)), new Set(names.slice(0, 2)));
    assert.deepEqual(lint({ ...site, pages }), { findings, incomplete: [] });
  });

  it('with levels of its rules', () => {
    const robots = 'User-agent: *\nCrawl-delay: 10\n\nUser-agent: BadBot\nDisallow: /\n';
    const codes = (levels) => lint({ robots, levels }).findings.map(({ code, level }) => `${code} ${level}`);
    assert.ok(codes(null).includes('rules-shared error'), codes(null).join());
    assert.ok(codes({ 'rules-shared': 'info' }).includes('rules-shared info'));
    assert.ok(codes({ 'rules-shared': 'off' }).every((text) => !text.startsWith('rules-shared')));
  });
});

describe('places', () => {
  it('of fields are in a text with a line for each', () => {
    const headers = [['Content-Type', 'text/html'], ['X-Robots-Tags', 'noindex']];
    const { findings } = lint({ pages: [{ url: 'https://example.org/a', headers }] });
    const [{ place, fix }] = findings;
    assert.deepEqual([place.input, place.line, place.text], ['https://example.org/a (fields)', 2, 'X-Robots-Tags: noindex']);
    const text = headers.map(([name, value]) => `${name}: ${value}\n`).join('');
    const [{ start, end, text: own }] = fix.edits;
    assert.equal(text.slice(0, start) + own + text.slice(end), 'Content-Type: text/html\nX-Robots-Tag: noindex\n');
  });

  it('of documents are bytes of what was given, and a text is read whatever charset its type names', () => {
    const html = '<title>é</title><meta name=robot content=noindex>';
    const headers = [['Content-Type', 'text/html; charset=utf-16le']];
    for (const own of [html, Buffer.from(html)]) {
      const { findings, incomplete } = lint({ pages: [{ html: own, ...(own === html && { headers }) }] });
      assert.deepEqual(incomplete, []);
      const [{ place }] = findings;
      assert.equal(place.input, 'pages[0]');
      assert.match(Buffer.from(html).subarray(...place.bytes).toString(), /robot/);
    }
  });
});

describe('what was not looked at whole', () => {
  it('is named, with the reason', () => {
    const packed = Buffer.from([0x1f, 0x8b, 8, 0, 0]);
    const pages = [
      { name: 'cut', html: '<title>a', cut: true },
      { name: 'packed', html: packed },
      { name: 'whole', html: '<!doctype html><title>a</title><p>a' },
    ];
    const { findings, incomplete } = lint({ robots: packed, tdmrep: packed, license: packed, pages });
    assert.deepEqual(findings, []);
    const [cut, coded] = incomplete.slice(3);
    for (const { why } of incomplete.slice(0, 3)) assert.equal(why, 'it is compressed; unpack it first');
    assert.deepEqual(incomplete.map(({ input }) => input), ['robots.txt', 'tdmrep.json', 'license.xml', 'cut', 'packed']);
    for (const { why } of [cut, coded]) assert.match(why, /^its document was not read whole \(.+\)$/);
  });
});

describe('an input', () => {
  const html = '<p>';
  const lost = new Uint8Array(4);
  structuredClone(lost.buffer, { transfer: [lost.buffer] });
  // refused.json has those that JSON has.
  const wrong = [
    [undefined, /input of `lint` is a plain object; given: undefined/],
    [new Response(''), /Response/],
    [{ robots: Promise.resolve('') }, /`robots` is .*Promise/],
    [{ robots: lost }, /lost/],
    [{ pages: [, { html }] }, /`pages\[0\]` is a plain object; given: undefined/],
    [{ pages: [{ headers: new Headers() }] }, /Headers/],
    [{ robots: '', now: new Date(Number.NaN) }, /invalid Date/],
    ...REFUSED.inputs.map(({ input, said }) => [input, new RegExp(said)]),
  ];
  wrong.forEach(([input, message], index) => {
    it(`is not ${message}, ${index}`, () => {
      assert.throws(() => lint(input), (thrown) => {
        assert.ok(thrown instanceof TypeError, String(thrown));
        assert.match(thrown.message, message);
        return true;
      });
    });
  });

  it('may be empty, and null is not given', () => {
    for (const robots of ['', new Uint8Array()]) assert.deepEqual(lint({ robots, pages: null, now: null }).incomplete, []);
    assert.deepEqual(lint({ pages: [] }), { findings: [], incomplete: [] });
    assert.deepEqual(lint({ pages: [{ headers: [] }] }), { findings: [], incomplete: [] });
  });
});

describe('the module of browsers', () => {
  it('has no lint, says which has it, and goes on', () => {
    const small = core(new WebAssembly.Module(SMALL));
    const { lint: own, verdict } = api(() => small);
    assert.throws(() => own({ robots: '' }), /this module has no `lint`; .*robots-policy\/robots-policy-full\.wasm/);
    assert.equal(verdict({ headers: [['X-Robots-Tag', 'none']] }).index, false);
  });
});
