/** The ledger has the states of `fixtures/ledger.json`, as records and files of the program have them. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';

import { HeadReader, RecordError, verdict } from 'robots-policy';

import { FIXTURES } from './fixtures.mjs';

const questions = JSON.parse(readFileSync(join(FIXTURES, 'ledger.json'), 'utf8'));

/** The state of each source, and the reason after a blank. */
const states = ({ ledger }) =>
  Object.fromEntries(ledger.map(({ source, state, why }) => [source, why ? `${state} ${why}` : state]));

describe('the ledger', () => {
  for (const { about, record, states: expected, refused } of questions) {
    it(about, () => {
      if (refused) {
        assert.throws(() => verdict(record), (error) => error instanceof RecordError && error.message.includes(refused));
        return;
      }
      const answer = verdict({ ...record, ledger: true });
      assert.deepEqual(states(answer), expected);
      const { ledger, ...others } = answer;
      const { assume_absent, cut, status, fetched, robots_fetched, ...plain } = record;
      assert.deepEqual(others, verdict(plain), 'no other answer depends on it');
    });
  }

  it('says how far a document was read that comes in pieces', () => {
    for (const [html, expected] of [
      ['<title>t</title><body><p>', 'read body'],
      ['<title>t</title>', 'unread incomplete'],
    ]) {
      const reader = new HeadReader({ headers: [['Content-Type', 'text/html; charset=utf-8']], ledger: true });
      reader.feed(Buffer.from(html));
      assert.equal(states(reader.finish({ cut: true })).document, expected);
    }
  });
});
