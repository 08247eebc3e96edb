/** Runtimes without FinalizationRegistry, such as Cloudflare's Workers with a compatibility date before 2025-05-05. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { SMALL } from './installed.mjs';
import { bytesOfMemory } from './memory.mjs';

const registry = globalThis.FinalizationRegistry;
delete globalThis.FinalizationRegistry;
const { HeadReader, init, verdict } = await import('../lib/index.js');
const { default: robotsParser } = await import('../lib/robots-parser.js');
// The test runner has a use for it.
globalThis.FinalizationRegistry = registry;

await init(SMALL);

const PAGE = new TextEncoder().encode(`<meta name=robots content=noindex><title>${'x'.repeat(50_000)}`);

describe('without FinalizationRegistry', () => {
  it('everything answers', () => {
    assert.equal(verdict({ headers: [['X-Robots-Tag', 'noindex']], html: '<p>' }).index, false);
    const reader = new HeadReader();
    reader.feed(PAGE);
    assert.equal(reader.finish().index, false);
    const robots = robotsParser('https://example.com/robots.txt', 'User-agent: *\nDisallow: /private');
    assert.equal(robots.isAllowed('https://example.com/private'), false);
  });

  it('a reader that is freed leaves nothing', () => {
    const round = () => {
      for (let count = 0; count < 500; count += 1) {
        const reader = new HeadReader();
        reader.feed(PAGE);
        reader.free();
        reader.free();
        assert.throws(() => reader.feed(PAGE), /finished or freed/);
        assert.throws(() => reader.finish(), /finished or freed/);
      }
      return bytesOfMemory();
    };
    const settled = round();
    assert.equal(round(), settled);
  });

  it('a reader that is finished may be freed, and no other is', () => {
    const [reader, other] = [new HeadReader(), new HeadReader({ headers: [] })];
    reader.finish();
    other.feed(new TextEncoder().encode('<title>x</title>'));
    const later = new HeadReader();
    later.feed(PAGE);
    reader.free();
    assert.equal(later.finish().index, false);
    assert.equal(other.finish().index, true);
  });
});
