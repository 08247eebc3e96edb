// Saved responses and robots.txt files that are opened in the playground, as `eval` reads them.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { brotliCompressSync, gzipSync } from 'node:zlib';

import { HERE, PROGRAM, answers, fill } from './playground.mjs';
import { give, knownOf, marks, open } from './playground.mjs';

// Whether every fixture is opened, as before a release, or one of eight.
const WHOLE = process.env.WHOLE === '1';

const NOINDEX = '<meta name=robots content=noindex>';
const HTML_TYPE = 'Content-Type: text/html\r\n';
const SECOND = `HTTP/1.1 200 OK\r\nX-Robots-Tag: noindex\r\n\r\n<p>ok`;

// Files that other readers take in other ways. Row: what the page says, the file.
const TRAPS = [
  [/The last of its responses counts/, `HTTP/1.1 301 Moved\r\nLocation: /x\r\n\r\n${SECOND}`],
  [/The last of its responses counts/, `HTTP/1.1 200 Connection established\r\n\r\n${SECOND}`],
  [/The last of/, `HTTP/1.1 103 Hints\r\n\r\nHTTP/1.1 401 Login\r\nA: b\r\n\r\n${SECOND}`],
  [/The last of its responses counts/, `HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n${SECOND}`],
  [/The last of its responses counts/, `HTTP/1.1 302 OK\r\nContent-Length: 3\r\n\r\n<p>${SECOND}`],
  [/A second response begins at byte/, `HTTP/1.1 404 No\r\n${HTML_TYPE}\r\n${SECOND}`],
  [/A second response begins at byte/, `HTTP/1.1 200 OK\r\n${HTML_TYPE}\r\n<p></html>\r\n${SECOND}`],
  [/is an HTTP message/, `HTTP/1.1 302 OK\r\nContent-Type: message/http\r\n\r\n${SECOND}`],
  [/interim response/, 'HTTP/1.1 100 Continue\r\n\r\n'],
  [/interim response/, 'HTTP/1.1 200 Connection established\r\n\r\n<p>'],
  [/interim response/, 'HTTP/1.1 103\r\nA: b\r\n\r\n<p>'],
  [/was opened\.$/, 'HTTP/1.1 200 OK\r\nX-Robots-Tag: nofollow,\r\n noindex\r\n\r\n<p>'],
  [/was opened\.$/, 'HTTP/1.1 200 OK\nX-Robots-Tag :\n\t nofollow ,\n \tnoindex \n\n<p>'],
  [/line 2 begins with a blank/, 'HTTP/1.1 200 OK\r\n X-Robots-Tag: noindex\r\n\r\n<p>'],
  [/line 3 begins another response/, 'HTTP/1.1 200 OK\r\nA: b\r\n HTTP/1.1 200 OK\r\n X-Robots-Tag: noindex\r\n\r\n<p>'],
  [/line 2 has no colon/, 'HTTP/1.1 200 OK\r\nnoindex\r\n\r\n<p>'],
  [/No empty line ends/, 'HTTP/1.1 200 OK\r\nX-Robots-Tag: noindex\r\n'],
  [/No empty line ends/, `HTTP/1.1 200 OK\r\n${HTML_TYPE}`],
  [/body is empty, or was not saved/, `HTTP/1.1 200 OK\r\n${HTML_TYPE}\r\n`],
  [/Its body was not saved/, `HTTP/1.1 200 OK\r\n${HTML_TYPE}Content-Length: 90\r\n\r\n`],
  [/Its status is 302/, `HTTP/1.1 302 OK\r\nContent-Length: 90\r\n\r\n`],
  [/Its body was not saved/, `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n`],
  [/has a control character/, 'HTTP/1.1 200 OK\r\nA: b\rX-Robots-Tag: noindex\r\n\r\n<p>'],
  [/not UTF-8/, Buffer.from('HTTP/1.1 200 OK\r\nX-Robots-Tag: \xE9, noindex\r\n\r\n<p>', 'latin1')],
  [/Its document ends/, `HTTP/1.1 200 OK\r\n${HTML_TYPE}Content-Length: 90\r\n\r\n<title>`],
  [/was opened\.$/, `HTTP/1.1 200 OK\r\n${HTML_TYPE}Content-Length: 90\r\n\r\n<p>`],
  [/Its document ends/, `HTTP/1.1 200 OK\r\n${HTML_TYPE}\r\n<title>a</title><meta name=rob`],
  [/was opened\.$/, `HTTP/1.1 200 OK\r\n${HTML_TYPE}Content-Length: 2\r\n\r\n<p>${NOINDEX}`],
  [/was opened\.$/, `HTTP/1.1 200 OK\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\n<p>`],
  [/was opened\.$/, `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\n<p>\r\n0\r\n\r\n`],
  [/was opened\.$/, 'HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n<p>'],
  [/`curl -v`, whose/, `* Connected\r\n> GET / HTTP/1.1\r\n< HTTP/1.1 200 OK\r\n< A: b\r\n< \r\n${NOINDEX}`],
  [/`curl -v`, whose/, `< HTTP/1.1 200 OK\r\n< X-Robots-Tag: noindex\r\n< \r\n<p>`],
  [/`curl -v`, and no page/, `< HTTP/1.1 200 OK\r\n< X-Robots-Tag: noindex\r\n< \r\n`],
  [/`wget -S`, whose/, `  HTTP/1.1 200 OK\n  X-Robots-Tag: noindex\n<p>`],
  [/no status line/, 'X-Robots-Tag: noindex\r\n\r\n<p>'],
  [/it is empty/, ''],
  [/page without a status line/, `<!DOCTYPE html>\n${NOINDEX}`],
  [/page without a status line/, Buffer.from(`\uFEFF<html>${NOINDEX}`, 'utf16le')],
  [/page without a status line/, `<?xml version="1.0"?>\n<html>${NOINDEX}</html>`],
  [/was opened\.$/, `HTTP/1.1 204 No\r\nX-Robots-Tag: noindex\r\n\r\n`],
  [/was opened\.$/, `HTTP/1.1 200\r\nX-Robots-Tag: noindex\r\n\r\n<p>`],
  [/was opened\.$/, `HTTP/2 200\r\nX-Robots-Tag: noindex\r\n\r\n<p>`],
  [/It is a part of the page \(206\)/, `HTTP/1.1 206 Part\r\n${HTML_TYPE}Content-Range: bytes 9-11/90\r\n\r\n<p>`],
  [/It is a part of the page \(206\)/, `HTTP/1.1 206 Part\r\n${HTML_TYPE}Content-Range: bytes 0-6/90\r\n\r\n<title>`],
  [/was opened\.$/, `HTTP/1.1 206 Part\r\n${HTML_TYPE}Content-Range: bytes 0-19/90\r\n\r\n<title></title><body>`],
  [/was opened\.$/, `HTTP/1.1 206 Part\r\n${HTML_TYPE}Content-Range: bytes 0-2/3\r\n\r\n<p>`],
  [/was opened\.$/, `HTTP/1.1 304 Not Modified\r\n\r\n`],
  [/was opened\.$/, `HTTP/1.1 304 Not Modified\r\nX-Robots-Tag: noindex\r\n\r\n`],
  [/Its status is 404/, `HTTP/1.1 404 Not Found\r\n${HTML_TYPE}\r\n${NOINDEX}`],
  [/Its status is 503/, `HTTP/1.1 503 No\r\nX-Robots-Tag: nofollow\r\n\r\n<p>`],
  [/Its status is 202/, `HTTP/1.1 202 Accepted\r\n${HTML_TYPE}\r\n<p>`],
  [/Its status is 301/, `HTTP/1.1 301 Moved\r\nLocation: /b\r\n\r\n`],
  [/was opened\.$/, `HTTP/1.1 204 No\r\n\r\n${NOINDEX}`],
  [/Its body is still coded/, coded('gzip', gzipSync(NOINDEX))],
  [/Its body is still coded/, coded('br', brotliCompressSync(NOINDEX))],
];

function coded(coding, body) {
  return Buffer.concat([Buffer.from(`HTTP/1.1 200 OK\r\n${HTML_TYPE}Content-Encoding: ${coding}\r\n\r\n`), body]);
}

// What `eval` reads, and a text area and a record cannot hold.
const LIMITS =
  /not UTF-8|control character|HTTP message|interim response/;

test('a saved response is read as eval reads it', async () => {
  const page = await open();
  const now = '2026-11-25T15:00:00Z';
  const folder = mkdtempSync(join(tmpdir(), 'playground-'));
  const cases = TRAPS.map(([said, bytes]) => ({ name: String(said), said, bytes: Buffer.from(bytes) }));
  for (const kind of ['saved', 'wild']) {
    const root = resolve(HERE, '../../fixtures', kind);
    const files = readdirSync(root)
      .map((name) => join(root, name, 'response.http'))
      .filter(existsSync);
    assert.ok(files.length > 20, kind);
    const looked = files.filter((_, at) => WHOLE || at % 8 === 0);
    cases.push(...looked.map((name) => ({ name, said: /opened/, bytes: readFileSync(name), isFixture: true })));
  }
  let read = 0;
  for (const { name, said, bytes, isFixture } of cases) {
    const path = join(folder, 'a.http');
    writeFileSync(path, bytes);
    const command = ['eval', '--format', 'json', '--agent', 'ExampleBot', '--now', now, path];
    const { stdout, stderr } = spawnSync(PROGRAM, command, { encoding: 'utf8' });
    await page.click('#clear');
    await fill(page, { agent: 'ExampleBot', now, fields: 'X-Before: 1', html: '<p>before' });
    const message = await give(page, 'fields', bytes);
    assert.match(message, said, name);
    if (/was not opened/.test(message)) {
      const why = /cannot read .*?a\.http: (.*)\n/.exec(stderr)?.[1];
      if (stdout === '') assert.ok(message.includes(why), `${name}: ${message} is not ${why}`);
      else assert.match(message, LIMITS, name);
      assert.equal(await page.inputValue('#fields'), 'X-Before: 1', name);
      continue;
    }
    read += isFixture ? 1 : 0;
    const wanted = knownOf(JSON.parse(stdout));
    const shown = knownOf(JSON.parse(await page.textContent('#json')));
    // The module has no decoder.
    const isCoded = /body is still coded/.test(message);
    for (const [key, value] of Object.entries(shown))
      if (!isCoded || (value !== null && key !== 'unread')) assert.equal(value, wanted[key], `${key} of ${name}`);
  }
  console.log(`fixtures that the page read: ${read}`);
  assert.ok(read >= (WHOLE ? 40 : 5), String(read));
});

test('fields that are folded are joined, and their marks lie on both lines', async () => {
  const page = await open();
  await fill(page, { fields: 'X-Robots-Tag: é,\n\t nofollow,  \n   \n noindex\nA: b' });
  const { index, follow } = await answers(page);
  assert.deepEqual([index, follow], ['NO', 'NO']);
  const marked = (await marks(page, 'fields')).filter(([, kind]) => kind === 'k-no');
  assert.deepEqual(
    marked.map(([text]) => text),
    ['nofollow', 'noindex'],
  );
});

test('a robots.txt that is opened is read as eval reads it', async () => {
  const page = await open();
  const path = join(mkdtempSync(join(tmpdir(), 'playground-')), 'a.http');
  const file = 'User-agent: *\nDisallow: /';
  // Row: the status that the page shows, or null for a file that is refused; the file.
  const rows = [
    ['200', file],
    ['200', `HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n${file}`],
    ['200', `HTTP/1.1 301 A\r\nLocation: /b\r\n\r\nHTTP/1.1 200 OK\r\n\r\n${file}`],
    ['410', `HTTP/1.1 410 Gone\r\n\r\n${file}`],
    ['503', `HTTP/1.1 503 No\r\n\r\n<p>no`],
    ['503', `< HTTP/1.1 503 No\n< A: b\n< \n${file}`],
    ['204', 'HTTP/1.1 204 No\r\nContent-Length: 0\r\n\r\n'],
    [null, coded('gzip', gzipSync(file))],
    [null, coded('br', brotliCompressSync(file))],
    [null, `HTTP/1.1 206 Part\r\n\r\n${file}`],
    [null, `HTTP/1.1 301 Moved\r\nLocation: /b\r\n\r\n${file}`],
    [null, `HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n${file}`],
    [null, `HTTP/1.1 200 OK\r\nContent-Length: 25\r\n\r\n${file}\r\n${SECOND}`],
    [null, gzipSync(file)],
  ];
  for (const [status, bytes] of rows) {
    writeFileSync(path, bytes);
    const command = ['eval', '--format', 'json', '--robots', path];
    const { stdout } = spawnSync(PROGRAM, command, { input: '', stdio: ['ignore', 'pipe', 'pipe'], encoding: 'utf8' });
    await page.click('#clear');
    const message = await give(page, 'robots', bytes);
    assert.equal(await page.inputValue('#robotsStatus'), status ?? '', message);
    if (status === null) {
      assert.match(message, /was not opened: .*--robots/);
      continue;
    }
    const words = { true: 'yes', false: 'NO' };
    assert.equal((await answers(page)).fetch, words[JSON.parse(stdout).access.allowed], message);
  }
});
