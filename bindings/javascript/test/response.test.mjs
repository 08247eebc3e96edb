/** Verdicts on responses of Fetch and of `node:http`, from a server on loopback: nothing that is not known is a yes. */

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import http from 'node:http';
import { after, before, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';

import { HeadReader, RecordError, recordOf, verdict, verdicts } from 'robots-policy';

import { bytesOf } from '../lib/body.js';

const PAGE = '<!doctype html><title>x</title><meta name=robots content=noarchive><body><p>x';
const FREE = '<!doctype html><title>x</title><body><p>x';
const HTML = ['Content-Type', 'text/html; charset=utf-8'];
const MOST = 32 * 1024 * 1024;
const LONG = `${FREE}${' '.repeat(MOST)}`;

const TABLE = JSON.parse(readFileSync(new URL('response.json', import.meta.url), 'utf8'));
/** The answers of the server: a status, fields in their order, a body, and whether it breaks off after it. */
const ANSWERS = {
  ...TABLE.answers,
  '/packed': [200, [HTML, ['Content-Encoding', 'gzip']], gzipSync(PAGE)],
  '/long': [200, [HTML], LONG],
};

let server;
let site;

before(async () => {
  server = http.createServer((request, response) => {
    const [status, fields, body, end] = ANSWERS[request.url];
    response.writeHead(status, [...fields, ['Connection', 'close']].flat());
    if (end !== 'cut') return response.end(body);
    response.flushHeaders();
    response.write(body, () => setTimeout(() => response.destroy(), 20));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  site = `http://127.0.0.1:${server.address().port}`;
});
after(() => server.close());

/** The answer of `node:http` for a path. */
async function message(path) {
  const [answer] = await once(http.get(site + path, { agent: false }), 'response');
  return answer;
}

const states = ({ index, archive, uses, unread = [] }) => ({
  index,
  archive,
  train: uses.train,
  document: unread.find(({ source }) => source === 'document')?.why ?? null,
});
const ABSENT = { robots_status: 404, tdmrep_status: 404 };
const unknown = (document) => ({ index: null, archive: null, train: null, document });

describe('the verdict on a response', () => {
  for (const [path, expected] of Object.entries(TABLE.states)) {
    it(`of fetch knows what it has read: ${path}`, async () => {
      const answer = await verdict(await fetch(site + path), ABSENT);
      assert.deepEqual(states(answer), expected);
      assert.equal(answer.url, site + path);
    });
    it(`of node:http as well: ${path}`, async () => {
      const answer = await verdict(await message(path), { ...ABSENT, url: site + path });
      // node:http undoes no content coding.
      assert.deepEqual(states(answer), path === '/packed' ? unknown('content-coding') : expected);
    });
  }

  it('has the beginning of a long document, and stops there', async () => {
    const { html_base64: body, cut } = await recordOf(await fetch(`${site}/long`));
    assert.deepEqual([Buffer.from(body, 'base64').equals(Buffer.from(LONG.slice(0, MOST))), cut], [true, true]);
    for (const [most, length, isCut, isCancelled] of [[6, 6, false, false], [5, 5, true, true], [3, 3, true, true], [0, 0, true, true], [7, 6, false, false]]) {
      let cancelled = false;
      const pieces = [new Uint8Array(3), new Uint8Array(3)];
      const stream = new ReadableStream({
        pull: (control) => (pieces.length > 0 ? control.enqueue(pieces.shift()) : control.close()),
        cancel: () => void (cancelled = true),
      });
      const read = await bytesOf(stream, most);
      assert.deepEqual([read.bytes.length, read.cut, cancelled], [length, isCut, isCancelled], String(most));
    }
  });

  for (const path of ['/same', '/nothing', '/empty']) {
    it(`without a document is that on a record without one: ${path}`, async () => {
      const record = await recordOf(await fetch(site + path));
      const { html_base64: body, cut, ...rest } = record;
      assert.ok(body === undefined || (body === '' && cut === false), JSON.stringify(record));
      assert.equal(rest.status, ANSWERS[path][0]);
      if (path !== '/nothing') assert.equal((await verdict(await fetch(site + path), ABSENT)).index, null);
    });
  }

  it('of HEAD knows no document', async () => {
    const answer = await verdict(await fetch(`${site}/free`, { method: 'HEAD' }), ABSENT);
    assert.deepEqual([answer.index, answer.archive, answer.uses.train], [null, null, null]);
    const head = http.request(`${site}/free`, { agent: false, method: 'HEAD' }).end();
    const [other] = await once(head, 'response');
    assert.equal((await verdict(other, { ...ABSENT, url: `${site}/free` })).index, null);
  });

  it('is about the address that answered, and facts of a site need a word after a redirect', async () => {
    const moved = () => fetch(`${site}/moved`);
    assert.equal((await verdict(await moved(), { agent: 'ExampleBot' })).url, `${site}/free`);
    const facts = { robots_txt: 'User-agent: *\nDisallow: /free' };
    await assert.rejects(verdict(await moved(), facts), { name: 'TypeError', message: /redirected to .*`robots_txt`.*response\.url/ });
    const response = await moved();
    assert.equal((await verdict(response, { ...facts, url: response.url })).access.allowed, false);
    await assert.rejects(verdict(await moved(), { url: `${site}/moved` }), /`url` is ".*\/moved", and the response is of .*\/free/);
  });

  it('has the lines of node:http apart, and says that Fetch joins them', async () => {
    const [own, joined] = [await recordOf(await message('/page')), await recordOf(await fetch(`${site}/page`))];
    assert.deepEqual(own.headers.slice(0, 3), ANSWERS['/page'][1]);
    assert.equal(own.options, undefined);
    assert.deepEqual(joined.options, { lines_joined: true });
    // In one line the second directive is that of Googlebot, or of every client: no one knows.
    assert.deepEqual([verdict(own).follow, verdict(joined).follow], [false, null]);
    const options = { http_equiv: true };
    assert.deepEqual((await recordOf(await fetch(`${site}/page`), { options })).options, { http_equiv: true, lines_joined: true });
    const wrong = recordOf(await fetch(`${site}/page`), { options: { lines_joined: false } });
    await assert.rejects(wrong, /leave `lines_joined` out/);
  });

  it('has its clock from a fact, in each form', async () => {
    const headers = { 'X-Robots-Tag': 'unavailable_after: 2026-06-01T00:00:00Z', 'Content-Type': 'text/html; charset=utf-8' };
    const index = async (now) => (await verdict(new Response(FREE, { headers }), { now })).index;
    for (const now of ['2026-05-01T00:00:00Z', new Date('2026-05-01'), Date.parse('2026-05-01')]) assert.equal(await index(now), true);
    assert.equal(await index('2026-07-01T00:00:00Z'), false);
    await assert.rejects(index('soon'), RecordError);
    await assert.rejects(index(Number.NaN), TypeError);
  });

  it('equals that on its record, of which several askers have answers', async () => {
    const facts = { agent: 'ExampleBot', id: [1] };
    const now = Date.now();
    const record = await recordOf(await fetch(`${site}/page`), facts);
    assert.deepEqual(await verdict(await fetch(`${site}/page`), { ...facts, now }), verdict(record, { now }));
    assert.equal(Buffer.from(record.html_base64, 'base64').toString(), PAGE);
    assert.equal(verdicts(record, [null, 'googlebot']).length, 2);
    assert.throws(() => verdicts(new Response(PAGE), [null]), /Response \(`await recordOf\(response\)`/);
    assert.throws(() => new HeadReader(new Response(PAGE)), /Response \(`await recordOf\(response\)`/);
  });
});

describe('what a response no longer has, or hides', () => {
  const like = (response, own) => Object.defineProperties(response, Object.fromEntries(Object.entries(own).map(([key, value]) => [key, { value }])));
  const headers = { 'Content-Type': 'text/html; charset=utf-8' };

  it('is a body that was used: it is not known, or a fact', async () => {
    for (const use of [(one) => one.text(), (one) => one.body.getReader()]) {
      const used = new Response(FREE, { headers });
      await use(used);
      assert.deepEqual(states(await verdict(used, { ...ABSENT, url: '/' })), unknown('not-given'));
      assert.equal((await verdict(used, { html: FREE, url: '/' })).index, true);
      assert.equal((await verdict(used, { html: PAGE, url: '/' })).archive, false);
    }
    const read = await message('/page');
    for await (const piece of read) assert.ok(piece.length);
    assert.equal((await verdict(read, { url: '/page' })).index, null);
    assert.equal((await verdict(read, { url: '/page', html: FREE })).index, true);
    for (const fact of [{ html: FREE }, { cut: true }, { headers: [] }, { status: 200 }]) {
      const [key] = Object.keys(fact);
      await assert.rejects(verdict(new Response(FREE, { headers }), fact), new RegExp(`leave \`${key}\` out: the response has it`));
    }
  });

  it('is everything of an opaque response and of an error', async () => {
    for (const type of ['opaque', 'opaqueredirect']) {
      const opaque = like(new Response(null), { type, status: 0 });
      assert.deepEqual(await recordOf(opaque), {});
      assert.deepEqual(states(await verdict(opaque, { ...ABSENT, url: '/' })), unknown('not-given'));
    }
    const answer = await verdict(Response.error(), { ...ABSENT, url: '/' });
    assert.deepEqual([answer.index, answer.archive, answer.uses.train], [null, null, null]);
  });

  it('is the fields of a response of another site', async () => {
    const other = (body, own = headers) => like(new Response(body, { headers: own }), { type: 'cors' });
    assert.deepEqual([(await verdict(other(FREE))).index, (await verdict(other(PAGE))).archive], [null, false]);
    assert.equal((await verdict(other(FREE), { headers: [HTML] })).index, true);
    const seen = { ...headers, 'X-Robots-Tag': 'noindex' };
    await assert.rejects(verdict(other(FREE, seen)), /`x-robots-tag` is one of them: give all that you know as `headers`/);
    assert.equal((await verdict(other(FREE, seen), { headers: [['X-Robots-Tag', 'noindex']] })).index, false);
  });

  it('is an address, which facts of a site need', async () => {
    assert.equal((await verdict(new Response(FREE, { headers }))).url, '/');
    for (const fact of [{ robots_txt: '' }, { robots_status: 404 }, { tdmrep: '[]' }, { licenses: [] }]) {
      await assert.rejects(verdict(new Response(FREE, { headers }), fact), /no address: say beside `\w+` which it is, as `url`/);
    }
    assert.equal((await verdict(new Response(FREE, { headers }), { robots_txt: 'User-agent: *\nDisallow: /y', url: '/x' })).access.allowed, true);
  });
});

describe('what is not a response, or no fact', () => {
  it('is an error that names it', async () => {
    await assert.rejects(recordOf({}), /a Response of Fetch, or an IncomingMessage of node:http; given: Object/);
    await assert.rejects(recordOf(fetch(`${site}/free`)), /Promise \(forgot `await`\?\)/);
    assert.throws(() => verdict(fetch(`${site}/free`)), /Promise \(forgot `await`\?\)/);
    assert.throws(() => verdict(new http.IncomingMessage()), /IncomingMessage/);
    await assert.rejects(verdict(new Response(''), new Map()), /facts.*Map/);
    await assert.rejects(verdict(new Response(''), 5), /facts.*5/);
    await assert.rejects(verdict(new Response(''), { agentt: 'x' }), { name: 'RecordError', code: 'invalid-record' });
    await assert.rejects(verdict(new Response(''), { options: 'x' }), /`options`.*"x"/);
    const texts = new ReadableStream({
      start(stream) {
        stream.enqueue('<p>');
        stream.close();
      },
    });
    await assert.rejects(verdict(new Response(texts)), /comes as text or objects, not as bytes/);
  });
});

describe('Array.prototype.map', () => {
  const records = [{ html: FREE, headers: [] }, { html: PAGE, headers: [] }, '{"html":"<p>","headers":[]}'];

  it('takes `verdict`', () => {
    assert.deepEqual(records.map(verdict).map(({ archive }) => archive), [true, false, true]);
    assert.deepEqual(records.flatMap(verdict).length, 3);
  });

  it('takes `verdict` and `recordOf` for responses', async () => {
    const responses = ['/free', '/page'].map((path) => fetch(site + path));
    const answers = await Promise.all((await Promise.all(responses)).map(verdict));
    assert.deepEqual(answers.map(({ archive }) => archive), [true, false]);
    const others = await Promise.all(['/free', '/page'].map((path) => fetch(site + path)));
    assert.deepEqual((await Promise.all(others.map(recordOf))).map(({ status }) => status), [200, 200]);
  });

  it('alone gives a place: another number is no option', () => {
    const [record] = records;
    for (const given of [[0], [1, records], [0, [{}]], [Date.now()], [0.5, records], [0, new Set(records)]]) {
      assert.throws(() => verdict(record, ...given), /the argument of options is a plain object with `now`/, String(given));
    }
  });
});
