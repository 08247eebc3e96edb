/** `verdict` answers as the program of each ask of fixtures/, and refuses what `eval --jsonl` refuses. */

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { describe, it } from 'node:test';

import { HeadReader, RecordError, engines, verdict, verdicts } from 'robots-policy';

import { FIXTURES, cases } from './fixtures.mjs';
import { built } from './program.mjs';

/** The clock of the cases that have none. */
const NOW = new Date('2026-11-20T00:00:00Z');
/** An outcome that the library has, and that is an error in a record. */
const REFUSED = 'robots-access/r-64-status-out-of-range examplebot';

/** What the program answers to records. */
function ofProgram(records) {
  const given = ['eval', '--jsonl', '--now', NOW.toISOString()];
  const input = records.map((record) => `${JSON.stringify(record)}\n`).join('');
  const { stdout, stderr } = spawnSync(built(), given, { input, encoding: 'utf8', maxBuffer: 1 << 28 });
  const lines = stdout.trim().split('\n').map((line) => JSON.parse(line));
  assert.equal(lines.length, records.length, stderr);
  return lines;
}

describe('verdict', () => {
  const folders = readdirSync(FIXTURES, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const all = folders.flatMap(({ name }) => cases(name));

  it('finds the cases', () => assert.ok(all.length > 1500, `${all.length} cases`));

  it('answers as the program', () => {
    const asked = all.filter(({ name }) => name !== REFUSED);
    const expected = ofProgram(asked.map(({ record }) => record));
    asked.forEach(({ name, record }, at) => assert.deepEqual(verdict(record, { now: NOW }), expected[at], name));
  });

  it('takes the JSON text of a record', () => {
    const record = { id: 'x', url: '/private', robots_txt: 'User-agent: *\nDisallow: /private' };
    assert.deepEqual(verdict(JSON.stringify(record), { now: NOW }), verdict(record, { now: NOW }));
  });

  it('knows nothing of an empty record, and says which sources are missing', () => {
    const answer = verdict({});
    assert.deepEqual([answer.access.allowed, answer.index, answer.agent, answer.url], [null, null, ['*'], '/']);
    assert.deepEqual(Object.values(answer.uses), [null, null, null, null, null, null]);
    const missing = answer.unread.map(({ source, why }) => [source, why]);
    const sources = ['robots.txt', 'fields', 'document', 'tdmrep.json', 'embedded'];
    assert.deepEqual(missing, sources.map((source) => [source, 'not-given']));
    const assumed = verdict({ assume_absent: ['rest', 'robots.txt'] });
    assert.deepEqual([assumed.access.allowed, assumed.index, assumed.uses.train], [true, true, 'unstated']);
    assert.equal(assumed.unread, undefined);
  });

  it('says why it is not known whether an engine uses a page', () => {
    const page = { as: 'googlebot', headers: [], html: '<title>x</title>' };
    const why = (record) => verdict(record).as.why;
    assert.equal(why(page).answer, 'not-known');
    assert.equal(why({ ...page, robots_status: 404 }).answer, null);
    assert.equal(why({ ...page, as: 'ccbot', robots_status: 404 }).answer, 'undocumented');
  });

  it('takes its clock from the options, from the record, or from the system', () => {
    const record = { headers: [['X-Robots-Tag', 'unavailable_after: 2026-06-01T00:00:00Z']], html: '<p>' };
    assert.equal(verdict(record, { now: new Date('2026-05-01') }).index, true);
    assert.equal(verdict(record, { now: Date.parse('2026-07-01') }).index, false);
    assert.equal(verdict({ ...record, now: '2026-05-01T00:00:00Z' }, { now: NOW }).index, true);
    assert.equal(verdict(record).index, false);
    for (const now of [Number.NaN, Infinity, 'soon', new Date(Number.NaN)]) {
      assert.throws(() => verdict(record, { now }), { name: 'TypeError' });
    }
  });

  const wrong = [
    [{ agent: 'Example Bot' }, 'invalid-agent', /product token/],
    [{ agentt: 'ExampleBot' }, 'invalid-record', /unknown key `agentt`/],
    [{ html: '<p>', html_base64: 'PHA+' }, 'invalid-record', /both/],
    [{ html_base64: 'P' }, 'invalid-base64', /html_base64/],
    [{ url: 'example.com' }, 'invalid-url', /example\.com/],
    [{ as: 'googelbot' }, 'invalid-as', /googlebot/],
    [{ now: 'yesterday' }, 'invalid-now', /RFC 3339/],
    [{ robots_status: 1000 }, 'invalid-record', /robots_status/],
    [{ html: '\ud800' }, 'invalid-record', /surrogate/],
    ['{"url":', 'invalid-json', /./],
    ['', 'invalid-json', /empty/],
    ['[]', 'invalid-record', /array/],
  ];
  for (const [record, code, message] of wrong) {
    it(`throws ${code} for ${JSON.stringify(record)}`, () => {
      const check = (error) => {
        assert.ok(error instanceof RecordError && error instanceof TypeError);
        assert.equal(error.code, code);
        assert.match(error.message, message);
        return true;
      };
      assert.throws(() => verdict(record), check);
      assert.throws(() => verdicts(record, [null]), check);
    });
  }

  it('throws for values that JSON does not have', () => {
    const cyclic = {};
    cyclic.id = cyclic;
    for (const record of [undefined, null, 1, Symbol('x'), () => {}, cyclic, { id: 1n }]) {
      assert.throws(() => verdict(record), TypeError);
    }
  });

  it('keeps the id, of an error too', () => {
    assert.deepEqual(verdict({ id: { a: [1] } }).id, { a: [1] });
    assert.throws(() => verdict({ id: 7, url: '' }), { id: 7, code: 'invalid-url' });
  });
});

describe('verdicts', () => {
  const record = { id: 1, agent: 'ExampleBot', headers: [['X-Robots-Tag', 'noarchive']], html: '<p>' };

  it('gives that of the asker, and those of engines, in their order', () => {
    const [own, google, again] = verdicts(record, [null, 'googlebot', null], { now: NOW });
    assert.deepEqual(own, verdict(record, { now: NOW }));
    assert.deepEqual(again, own);
    const { agent, ...rest } = record;
    assert.deepEqual(google, verdict({ ...rest, as: 'googlebot' }, { now: NOW }));
    assert.deepEqual([own.archive, google.archive, google.as.profile], [false, true, 'googlebot']);
  });

  it('takes any iterable, and answers an empty one', () => {
    assert.equal(verdicts(record, new Set(['bingbot'])).length, 1);
    assert.deepEqual(verdicts(record, []), []);
  });

  it('gives those of the askers of the record, each that of a record of its own', () => {
    const { agent, ...rest } = record;
    const askers = [{ agent: 'GPTBot' }, { as: 'googlebot' }, {}];
    const answers = verdicts({ ...rest, askers }, undefined, { now: NOW });
    assert.deepEqual(answers, askers.map((asker) => verdict({ ...rest, ...asker }, { now: NOW })));
    assert.throws(() => verdicts(record), { name: 'RecordError', message: /give names, or `askers`/ });
  });

  it('has askers alone: names beside them, and calls for one answer, are errors', () => {
    const several = { askers: [{ agent: 'A' }] };
    const error = { name: 'RecordError', code: 'invalid-record' };
    assert.throws(() => verdicts(several, [null]), error);
    assert.throws(() => verdict(several), { ...error, message: /call `verdicts`/ });
    assert.throws(() => new HeadReader(several), { ...error, message: /leave `askers` out/ });
  });

  it('throws for an unknown engine', () => {
    assert.throws(() => verdicts(record, ['googelbot']), { name: 'RecordError', code: 'invalid-as' });
  });
});

describe('engines', () => {
  it('lists names that `as` takes', () => {
    const all = engines();
    assert.ok(all.length > 50);
    for (const { name, title, owner, purposes, tokens } of all) {
      assert.ok(name && title && owner && Array.isArray(purposes) && Array.isArray(tokens), name);
    }
    const keys = ['is_retired', 'name', 'owner', 'purposes', 'title', 'tokens'];
    for (const engine of all) assert.deepEqual(Object.keys(engine).sort(), keys);
    for (const file of ['../lib/index.d.ts', '../README.md']) {
      const text = readFileSync(new URL(file, import.meta.url), 'utf8');
      const part = /export interface Engine \{[^}]*|^\| `engines\(\)`.*/m.exec(text)[0];
      for (const key of keys) assert.ok(part.includes(key), `${file}: ${key}`);
    }
    const names = all.map(({ name }) => name);
    assert.equal(new Set(names).size, names.length);
    const page = { headers: [['X-Robots-Tag', 'bingbot: noindex']], html: '<p><meta name=googlebot content=noindex>' };
    const [own, ...theirs] = verdicts(page, [null, ...names], { now: NOW });
    assert.deepEqual(own, verdict(page, { now: NOW }));
    assert.deepEqual(theirs, names.map((name) => verdict({ ...page, as: name }, { now: NOW })));
    assert.deepEqual(theirs.map((answer) => answer.as.profile), names);
  });
});
