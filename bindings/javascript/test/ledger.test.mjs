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

/** The answers, in the form of a question. */
const answersOf = ({ access, index, follow, archive, snippet, uses }) => ({
  access: access.allowed,
  index,
  follow,
  archive,
  snippet: snippet.allowed,
  ...uses,
});

/** The sources that are not known, in the form of a question. */
const unreadOf = ({ unread = [] }) => unread.map(({ source, why, keeps }) => ({ source, why, keeps }));

/** The record of a question. In a long robots.txt a line of padding stands for as many as `padding` says. */
function recordOf({ record, padding = 1 }) {
  if (padding === 1) return record;
  return { ...record, robots_txt: record.robots_txt.replace('# padding\n', (line) => line.repeat(padding)) };
}

/** The verdict on a record whose document comes in pieces of seven bytes. */
function streamed({ html, html_base64: base64, cut = false, ...record }, options) {
  const document = base64 === undefined ? Buffer.from(html) : Buffer.from(base64, 'base64');
  const reader = new HeadReader(record, options);
  for (let at = 0; at < document.length; at += 7) reader.feed(document.subarray(at, at + 7));
  return reader.finish({ cut });
}

describe('the ledger', () => {
  for (const question of questions) {
    const { about, states: expected, answers, unread, refused } = question;
    const record = { ...recordOf(question), ledger: true };
    const check = (answer) => {
      assert.deepEqual(states(answer), expected);
      assert.deepEqual(answersOf(answer), answers);
      assert.deepEqual(unreadOf(answer), unread);
    };
    it(about, () => {
      if (!refused) return check(verdict(record));
      return assert.throws(() => verdict(record), (error) => error instanceof RecordError && error.message.includes(refused));
    });
    // What is true of characters alone is not asked of bytes.
    if (refused || question.text || (record.html ?? record.html_base64) === undefined) continue;
    it(`${about}, in pieces`, () => check(streamed(record)));
  }
});
