/** The memory of the module after many calls is that after a few. */

import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import { HeadReader, verdict } from 'robots-policy';
import robotsParser from 'robots-policy/robots-parser';

import { bytesOfMemory } from './memory.mjs';

const ROBOTS_URL = 'https://example.com/robots.txt';
const ROBOTS = `User-agent: *\n${'Disallow: /private/of/some/length\n'.repeat(200)}`;

/**
 * Runs a round until the memory no longer grows, and then as often again: the bytes that it has grown since.
 */
async function growth(rounds, round) {
  for (let count = 0; count < rounds; count += 1) await round();
  const settled = bytesOfMemory();
  for (let count = 0; count < rounds; count += 1) await round();
  return bytesOfMemory() - settled;
}

describe('memory', () => {
  before(() => verdict({}));

  it('does not grow over 100,000 verdicts', async () => {
    const record = {
      agent: 'ExampleBot',
      headers: [['X-Robots-Tag', 'noindex']],
      html: '<p>',
      robots_txt: ROBOTS,
    };
    const round = () => {
      for (let count = 0; count < 5000; count += 1) verdict({ ...record, id: count });
    };
    assert.equal(await growth(10, round), 0);
  });

  it('does not grow over 100,000 files of robots.txt, in one turn of the event loop', async () => {
    const round = () => {
      for (let count = 0; count < 5000; count += 1) {
        assert.equal(
          robotsParser(ROBOTS_URL, ROBOTS).isAllowed('https://example.com/private/of/some/length'),
          false,
        );
      }
    };
    assert.equal(await growth(10, round), 0);
  });

  it('of errors does not grow', async () => {
    const round = () => {
      for (let count = 0; count < 1000; count += 1) {
        assert.throws(() => verdict({ agent: ' ', html: 'x'.repeat(1000) }));
        assert.throws(() => new HeadReader({ agent: ' ' }));
      }
    };
    assert.equal(await growth(5, round), 0);
  });

  it('of readers that were dropped is freed', async () => {
    setFlagsFromString('--expose-gc');
    const gc = runInNewContext('gc');
    const page = new TextEncoder().encode(`<title>${'x'.repeat(50_000)}`);
    const round = async () => {
      for (let count = 0; count < 100; count += 1) new HeadReader({ robots_txt: ROBOTS }).feed(page);
      gc();
      await new Promise((resolve) => setTimeout(resolve, 0));
    };
    assert.equal(await growth(10, round), 0);
  });
});
