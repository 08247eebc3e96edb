/** `verdict` answers as the program of each ask of fixtures/, and refuses what `eval --jsonl` refuses. */

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { describe, it } from 'node:test';

import { HeadReader, RecordError, engines, verdict, verdicts } from 'robots-policy';

import { FIXTURES, REFUSED, cases } from './fixtures.mjs';
import { built } from './installed.mjs';

/** The clock of the cases that have none. */
const NOW = new Date('2026-11-20T00:00:00Z');
/** An outcome that the library has, and that is an error in a record. */
const NO_RECORD = 'robots-access/r-64-status-out-of-range examplebot';

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
    const page = { headers: [], html: '<title>x</title>' };
    const ofEngines = [{ as: 'googlebot' }, { as: 'googlebot', robots_status: 404 }, { as: 'ccbot', robots_status: 404 }];
    const more = ofEngines.map((own) => ({ name: JSON.stringify(own), record: { id: own.as, ...page, ...own } }));
    const asked = [...all.filter(({ name }) => name !== NO_RECORD), ...more];
    const expected = ofProgram(asked.map(({ record }) => record));
    asked.forEach(({ name, record }, at) => assert.deepEqual(verdict(record, { now: NOW }), expected[at], name));
  });

  for (const { record, code, said } of REFUSED.records) {
    it(`throws ${code} for ${JSON.stringify(record)}`, () => {
      const check = (error) => {
        assert.ok(error instanceof RecordError && error instanceof TypeError);
        assert.equal(error.code, code);
        assert.match(error.message, new RegExp(said));
        return true;
      };
      assert.throws(() => verdict(record), check);
      assert.throws(() => verdicts(record, [null]), check);
    });
  }
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
