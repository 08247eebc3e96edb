/** What is not a record, a name or an option is an error that names it, and never read as an empty one. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { runInNewContext } from 'node:vm';

import { HeadReader, RecordError, verdict, verdicts } from 'robots-policy';

import { REFUSED } from './fixtures.mjs';

const CYCLIC = { licenses: [] };
CYCLIC.licenses.push(CYCLIC);
const NOINDEX = { html: '<meta name=robots content=noindex>' };
const error = (message) => (thrown) => {
  assert.ok(thrown instanceof TypeError && !(thrown instanceof RecordError), String(thrown));
  assert.match(thrown.message, message);
  return true;
};

describe('a record', () => {
  const wrong = [
    [Promise.resolve(NOINDEX), /Promise \(forgot `await`\?\)/],
    [runInNewContext('Promise.resolve({})'), /Promise/],
    [new Request('https://example.com/'), /Request/],
    [new Map(Object.entries(NOINDEX)), /Map/],
    [new Error('lost'), /Error/],
    [Object.create(NOINDEX), /Object/],
    [new (class Page extends null {
      constructor() {
        return Object.create(new.target.prototype);
      }
    })(), /Page/],
    [[], /Array/],
    [Buffer.from('{}'), /Buffer/],
    [new String('{}'), /String/],
    [() => NOINDEX, /function/],
    [null, /null/],
    [5, /5/],
    [Symbol('x'), /Symbol\(x\)/],
    [{ html: () => '<p>' }, /`html`.*function/],
    [{ html: Symbol('x') }, /`html`.*Symbol/],
    [{ robots_status: Number.NaN }, /`robots_status`.*NaN/],
    [{ options: new Map([['lines_joined', true]]) }, /`options`.*Map/],
    [{ options: Promise.resolve({}) }, /`options`.*Promise/],
    [{ ...NOINDEX, toJSON: () => ({}) }, /`toJSON`/],
    [{ ...NOINDEX, options: { http_equiv: () => true } }, /`options`.*function/],
    [{ ...NOINDEX, options: { http_equiv: Symbol('x') } }, /`options`.*Symbol/],
    [{ ...NOINDEX, options: { http_equiv: Infinity } }, /`options`.*Infinity/],
    [{ ...NOINDEX, options: { metas: ['head', () => 'body'] } }, /`options`.*function/],
    [{ ...NOINDEX, options: { ...NOINDEX, toJSON: () => ({}) } }, /`options`.*function/],
    [{ licenses: [{ url: '/', body: () => '<rsl/>' }] }, /`licenses`.*function/],
    [CYCLIC, /circular/],
    [{ id: 1n }, /BigInt/],
  ];
  for (const [record, message] of wrong) {
    it(`is not ${message}`, () => {
      assert.throws(() => verdict(record), error(message));
      assert.throws(() => verdicts(record, [null]), error(message));
      assert.throws(() => new HeadReader(record), error(message));
    });
  }

  it('is not nothing, except for a reader', () => {
    assert.throws(() => verdict(), error(/undefined/));
    const reader = new HeadReader(undefined);
    reader.feed(Buffer.from(NOINDEX.html));
    assert.equal(reader.finish().index, false);
  });

  it('is a plain object of any realm, or one without a prototype, or a text', () => {
    const foreign = runInNewContext(`(${JSON.stringify(NOINDEX)})`);
    const bare = Object.assign(Object.create(null), NOINDEX);
    for (const record of [NOINDEX, foreign, bare, JSON.stringify(NOINDEX)]) {
      assert.equal(verdict(record).index, false);
    }
  });
});

describe('half of a surrogate pair', () => {
  const robots = 'User-agent: *\nDisallow: /\ud800x';
  const error = { name: 'RecordError', id: 7, message: /half of a surrogate pair/ };

  it('is no character, neither in an object nor in its JSON text', () => {
    const record = { id: 7, url: '/\ufffdx', robots_txt: robots };
    const text = `{"id":7,"url":"/\ufffdx","robots_txt":"User-agent: *\\nDisallow: /\ud800x"}`;
    for (const given of [record, JSON.stringify(record), text]) {
      assert.throws(() => verdict(given), error);
      assert.throws(() => verdicts(given, [null]), error);
    }
    assert.throws(() => new HeadReader(text), error);
  });

  it('does not become an escape after a backslash', () => {
    assert.throws(() => verdict('{"url":"/\\\\\ud800"}'), { message: /half of a surrogate pair/ });
    assert.throws(() => verdict('{"url":"/\\\ud800"}'), { code: 'invalid-json' });
    assert.equal(verdict('{"headers":[],"html":"<p>\u{1F600}"}').index, true);
  });
});

describe('names', () => {
  const wrong = [
    [[undefined], /undefined/],
    [[, 'googlebot'], /undefined/],
    [[Promise.resolve('googlebot')], /Promise/],
    [[new String('googlebot')], /String/],
    [Promise.resolve([null]), /Promise/],
    ...REFUSED.names.map(({ names, said }) => [names, new RegExp(said)]),
  ];
  for (const [names, message] of wrong) {
    it(`are not ${message}`, () => assert.throws(() => verdicts(NOINDEX, names), error(message)));
  }

  it('have no half of a surrogate pair', () => {
    for (const record of [NOINDEX, { foo: 1 }]) {
      assert.throws(() => verdicts(record, [null, '\ud800']), RecordError);
    }
    assert.equal(verdicts(NOINDEX, [null, 'googlebot']).length, 2);
  });
});

describe('options', () => {
  const clocks = [null, false, '', [], [0], '2026-01-01', Number.NaN, Infinity, new Date(Number.NaN), 1n, {}];
  const wrong = [
    ...clocks.map((now) => [{ now }, /`now`/]),
    [new Date(), /Date/],
    [Promise.resolve({}), /Promise/],
    ...REFUSED.options.map(({ options, said }) => [options, new RegExp(said)]),
  ];
  wrong.forEach(([options, message], index) => {
    it(`are not ${message}, ${index}`, () => {
      assert.throws(() => verdict(NOINDEX, options), error(message));
      assert.throws(() => verdicts(NOINDEX, [null], options), error(message));
      assert.throws(() => new HeadReader({}, options), error(message));
    });
  });

  it('have a Date of any realm, or milliseconds, or nothing', () => {
    const old = { headers: [['X-Robots-Tag', 'unavailable_after: 2020-01-01']], html: '<p>' };
    const before = [0, -0.5, new Date(0), runInNewContext('new Date(0)')];
    for (const now of before) assert.equal(verdict(old, { now }).index, true);
    for (const none of [undefined, {}, { now: undefined }]) assert.equal(verdict(old, none).index, false);
    // That of the record comes before.
    assert.equal(verdict({ ...old, now: '2019-05-01T00:00:00Z' }, { now: new Date('2026-11-20') }).index, true);
  });
});

describe('the options of finish', () => {
  const wrong = [true, null, 'cut', 1, [], { cut: 'yes' }, { cut: 1 }, { cut: null }, { isCut: true }];
  for (const options of wrong) {
    it(`are not ${JSON.stringify(options)}, and the reader can still be finished`, () => {
      const reader = new HeadReader();
      assert.throws(() => reader.finish(options), error(/cut|options/));
      assert.equal(reader.finish({ cut: true }).index, null);
    });
  }

  it('may be nothing', () => {
    const headers = [['Content-Type', 'text/html; charset=utf-8']];
    for (const options of [undefined, {}, { cut: undefined }, { cut: false }]) {
      const reader = new HeadReader({ headers });
      reader.feed(Buffer.from('<title>x</title>'));
      assert.equal(reader.finish(options).index, true);
    }
  });
});

describe('an answer and an error', () => {
  it('have the id of the record, which may be a text', () => {
    assert.deepEqual(verdict({ id: { a: [1] } }).id, { a: [1] });
    for (const record of [{ id: 7, foo: 1 }, '{"id":7,"foo":1}']) {
      assert.throws(() => new HeadReader(record), { id: 7, code: 'invalid-record' });
      assert.throws(() => verdict(record), { id: 7, code: 'invalid-record' });
    }
    assert.throws(() => new HeadReader('{'), { id: 0, code: 'invalid-json' });
    assert.throws(() => verdict('{'), { id: 0, code: 'invalid-json' });
  });
});
