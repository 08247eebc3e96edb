/** Files of robots.txt: their handles are bounded and freed, and every text has octets. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';

import robotsParser from 'robots-policy/robots-parser';

import { core } from '../lib/core.js';
import { dropIn } from '../lib/drop-in.js';
import { fileKeeper, octets } from '../lib/robots-file.js';
import { SMALL } from './installed.mjs';

const ROBOTS_URL = 'https://example.com/robots.txt';
const PRIVATE = 'https://example.com/private';

/** A core that counts its handles, and the most that were open at one time. */
function counting() {
  const counts = { open: 0, most: 0, read: 0 };
  const robots = (bytes) => {
    counts.read += 1;
    counts.open += 1;
    counts.most = Math.max(counts.most, counts.open);
    let isFree = false;
    const free = () => {
      assert.ok(!isFree, 'a handle is freed once');
      isFree = true;
      counts.open -= 1;
    };
    return { bytes, free };
  };
  return { counts, using: fileKeeper(() => ({ robots })) };
}

/** A text in a coding. Node 20 has no zstd: the magic number and a frame with one raw block (RFC 8878 §3.1.1). */
function coded(coding, text) {
  if (coding === 'gzip') return gzipSync(text);
  const block = (text.length << 3) | 1;
  return Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x20, text.length, block, block >> 8, 0, ...Buffer.from(text)]);
}

describe('handles', () => {
  const MIB = 1024 * 1024;
  const made = (count, length) => Array.from({ length: count }, () => ({ bytes: new Uint8Array(length) }));
  const counted = (files, rounds = 3) => {
    const { counts, using } = counting();
    for (let round = 0; round < rounds; round += 1) {
      for (const file of files) {
        assert.equal(
          using(file, (handle, given) => [handle.bytes, given].at(0), round),
          file.bytes,
        );
      }
    }
    return counts;
  };

  it('are one for each of 1,000 ordinary files, which are read once', () => {
    assert.deepEqual(counted(made(1000, 16_384)), { open: 1000, most: 1000, read: 1000 });
  });

  it('are of files that have 32 MiB together, and one for a file that is used again', () => {
    const { counts, using } = counting();
    const files = made(200, MIB);
    for (let round = 0; round < 3; round += 1) {
      for (const file of files) {
        for (const asked of [file, file, files[0]]) using(asked, (handle) => assert.equal(handle.bytes, asked.bytes));
      }
    }
    assert.deepEqual(counts, { open: 31, most: 32, read: 1 + 3 * 199 });
    assert.deepEqual(counted(made(2, 40 * MIB)), { open: 1, most: 2, read: 6 });
  });

  it('are not without bound where files have no bytes', () => {
    assert.equal(counted(made(100_000, 0), 1).open, 65_536);
  });

  it('are made once for each of 1,000 files that the drop-in is asked about in turn', () => {
    let read = 0;
    const own = core(new WebAssembly.Module(SMALL));
    const robotsOf = dropIn(() => ({
      robots(bytes) {
        read += 1;
        return own.robots(bytes);
      },
    }));
    const rules = 'Disallow: /private/of/some/length\n'.repeat(100);
    const files = Array.from({ length: 1000 }, (_, at) =>
      robotsOf(ROBOTS_URL, `User-agent: *\nDisallow: /${at}$\n${rules}`),
    );
    for (let round = 0; round < 3; round += 1) {
      files.forEach((file, at) => {
        assert.equal(file.isAllowed(`https://example.com/${at}`, 'ExampleBot'), false);
        assert.equal(file.isAllowed(`https://example.com/${at + 1}`, 'ExampleBot'), true);
      });
    }
    assert.equal(read, 1000);
  });

  it('are freed where a question throws, and the file is read again', () => {
    const { counts, using } = counting();
    const file = { bytes: new Uint8Array(7) };
    const lost = () => {
      throw new Error('lost');
    };
    for (let times = 1; times <= 2; times += 1) {
      assert.throws(() => using(file, lost), /lost/);
      assert.deepEqual(counts, { open: 0, most: 1, read: times });
      assert.equal(
        using(file, (handle) => handle.bytes),
        file.bytes,
      );
    }
  });
});

describe('the text of robots.txt', () => {
  const disallowed = (text) => robotsParser(ROBOTS_URL, text).isAllowed(PRIVATE, 'ExampleBot') === false;
  const RULES = 'User-agent: *\nDisallow: /private';

  it('may begin with a byte order mark', () => assert.ok(disallowed(`\ufeff${RULES}`)));

  it('may be bytes, in UTF-8, UTF-16, or neither', () => {
    assert.ok(disallowed(new TextEncoder().encode(RULES)));
    assert.ok(disallowed(Buffer.from(`\ufeff${RULES}`, 'utf16le')));
    assert.ok(disallowed(Buffer.from(`# caf\xe9\n${RULES}`, 'latin1')));
    const latin = robotsParser(ROBOTS_URL, Buffer.from('User-agent: *\nDisallow: /caf\xe9', 'latin1'));
    assert.equal(latin.isAllowed('https://example.com/caf%E9'), false);
    assert.equal(latin.isAllowed('https://example.com/café'), true);
  });

  it('disallows everything but itself while it is still coded', () => {
    for (const coding of ['gzip', 'zstd']) {
      const file = coded(coding, RULES);
      const texts = ['utf8', 'latin1'].map((encoding) => file.toString(encoding));
      for (const given of [file, ...texts, new TextDecoder('windows-1252').decode(file)]) {
        const robots = robotsParser(ROBOTS_URL, given);
        assert.equal(robots.isAllowed('https://example.com/', 'ExampleBot'), false, coding);
        assert.equal(robots.isAllowed(ROBOTS_URL, 'ExampleBot'), true, coding);
        assert.equal(robots.getMatchingLineNumber(PRIVATE), -1);
        assert.deepEqual(robots.getSitemaps(), []);
      }
    }
  });

  it('is copied: later changes of the bytes change nothing', () => {
    const bytes = Buffer.from(RULES);
    const robots = robotsParser(ROBOTS_URL, bytes);
    bytes.fill(0);
    assert.equal(robots.isAllowed(PRIVATE), false);
  });

  it('may be missing, and nothing else', () => {
    for (const none of [undefined, null, '', new Uint8Array()]) assert.ok(!disallowed(none));
    for (const wrong of [7, [], {}, true, new ArrayBuffer(1)]) {
      assert.throws(() => robotsParser(ROBOTS_URL, wrong), TypeError);
    }
  });

  it('has octets that are in no URL for a lone surrogate', () => {
    assert.deepEqual(octets('\ud800a\u{1f4a9}'), new TextEncoder().encode('%ED%A0%80a\u{1f4a9}'));
    const robots = robotsParser(ROBOTS_URL, 'User-agent: *\nDisallow: /\ud800');
    for (const path of ['\ud800', '\ufffd', '%EF%BF%BD']) {
      assert.equal(robots.isAllowed(`https://example.com/${path}`), true);
    }
  });

  it('counts up to 64 MiB, and a longer one disallows everything', () => {
    const most = 64 * 1024 * 1024;
    const start = 'User-agent: *\nSitemap: /s.xml\nDisallow: /private\n';
    const whole = robotsParser(ROBOTS_URL, start.padEnd(most, '#'));
    const answers = (robots, url) => [
      robots.isAllowed(url, 'ExampleBot'),
      robots.isDisallowed(url, 'ExampleBot'),
      robots.isExplicitlyDisallowed(url, 'ExampleBot'),
      robots.getMatchingLineNumber(url, 'ExampleBot'),
    ];
    assert.deepEqual(answers(whole, PRIVATE), [false, true, false, 3]);
    assert.deepEqual(answers(whole, 'https://example.com/'), [true, false, false, -1]);
    for (const form of [start.padEnd(most + 1, '#'), Buffer.alloc(most + 1, start)]) {
      const long = robotsParser(ROBOTS_URL, form);
      assert.deepEqual(answers(long, 'https://example.com/'), [false, true, true, -1]);
      assert.equal(long.isAllowed('https://example.net/'), undefined);
      assert.equal(long.getSitemaps()[0], '/s.xml');
    }
  });
});

describe('a URL', () => {
  it('has the target of `new URL`, however it is spelt', () => {
    const pieces = ['/', '.', '..', '%2e', '%2E', '?', '#', '%', '%41', '[', ']', '|', '^', '`', '{', "'", '"', '<', ' ', '\t', '\n'];
    pieces.push('\\', '\0', '\u007f', 'é', '\ud800', 'a', 'B', '~', '$', '*', '+', ':', '@', '!', '(', ')', ',', ';', '=', '&', '_', '-');
    const starts = ['https://example.com', 'https://example.com/', 'https://Example.com/', 'https:/example.com/', ' https://example.com/'];
    starts.push('https://example.com:443/', 'https://u@example.com/', 'http://example.com/', 'https://example.com./', '/', '');
    // Every path is disallowed by a rule that only it, as it is asked, matches: the line shows the target.
    const rules = (target) => `User-agent: *\nDisallow: /\nAllow: ${target.replace(/[*$]/g, encodeURIComponent).replaceAll('$', '%24')}$`;
    for (const start of starts) {
      for (const one of pieces) {
        for (const other of ['', ...pieces]) {
          for (const end of ['', 'x', '?', '/..']) {
            const url = `${start}${one}${other}${end}`;
            const parsed = URL.canParse(url, 'http://relative.invalid/') ? new URL(url, 'http://relative.invalid/') : undefined;
            const isOwn = parsed?.protocol === 'https:' && parsed.host === 'example.com';
            const target = isOwn ? parsed.pathname + parsed.search : '/';
            const robots = robotsParser(ROBOTS_URL, rules(target));
            const expected = !isOwn ? -1 : 3;
            assert.equal(robots.getMatchingLineNumber(url), expected, JSON.stringify(url));
          }
        }
      }
    }
  });
});

describe('a question', () => {
  it('of any kind has an answer', () => {
    const robots = robotsParser(ROBOTS_URL, 'User-agent: *\nDisallow: /');
    const agents = ['*', '/', '-', '_', '.', '..a', 'a..b', 'a.', ' a ', 'é', '\ud800', '\0', 7, {}, 'a/b/c', '#', 'Bot:x'];
    for (const agent of [...agents, 'x'.repeat(10_000), '__proto__', 'constructor']) {
      assert.equal(robots.isAllowed('https://example.com/x', agent), false, String(agent));
      assert.equal(robots.getCrawlDelay(agent), undefined);
    }
    const elsewhere = ['', 7, null, undefined, {}, Symbol('x'), 'https://', 'mailto:a@b', 'https://user@example.net/', '//[::1'];
    for (const url of elsewhere) {
      assert.equal(robots.isAllowed(url, 'a'), undefined, String(url));
      assert.equal(robots.isExplicitlyDisallowed(url, 'a'), undefined);
      assert.equal(robots.isDisallowed(url, 'a'), true);
      assert.equal(robots.getMatchingLineNumber(url, 'a'), -1);
    }
  });

  it('may be explicit: then the group of * does not count', () => {
    const robots = robotsParser(
      ROBOTS_URL,
      'User-agent: *\nDisallow: /\n\nUser-agent: a\nUser-agent: b\nDisallow: /private',
    );
    const explicit = (agent) => robots.isExplicitlyDisallowed(PRIVATE, agent);
    assert.deepEqual(['A/1.0', 'b', 'c', '*', undefined].map(explicit), [true, true, false, true, true]);
    assert.equal(robots.isExplicitlyDisallowed('https://example.com/x', 'a'), false);
  });
});
