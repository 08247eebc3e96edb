/**
 * H1. A record whose document comes in pieces.
 *
 * The module holds what it has read until `finish` or `free`. A reader that is dropped before is freed by the
 * registry, which must not hold the reader itself, and which not every runtime has: there only `free` does it.
 * Invariant: `#head` is undefined once it was finished or freed, so that no number of the module is used twice.
 * Without a word in `finish` the caller may have stopped after the head, so answers about AI use are not known.
 * test/head-reader.test.mjs compares every split, test/memory.test.mjs counts the memory of readers that were
 * dropped or freed, test/no-registry.test.mjs runs without the registry.
 */

import { checked } from './answer.js';
import { isCut, moment, recordText } from './given.js';

/** @param {() => object} load The core of core.js. */
export function headReader(load) {
  const dropped =
    typeof FinalizationRegistry === 'undefined' ? undefined : new FinalizationRegistry((head) => head.free());

  return class HeadReader {
    #head;

    constructor(record = {}, options = undefined) {
      this.#head = checked(load().head(recordText(record), moment(options)));
      dropped?.register(this, this.#head, this);
    }

    feed(bytes) {
      return this.#open().feed(bytes);
    }

    finish(options = undefined) {
      const head = this.#open();
      const said = isCut(options);
      this.#close();
      return checked(head.finish(said));
    }

    free() {
      const head = this.#head;
      this.#close();
      head?.free();
    }

    #close() {
      this.#head = undefined;
      dropped?.unregister(this);
    }

    #open() {
      if (this.#head === undefined) throw new Error('the HeadReader is finished or freed; make another one');
      return this.#head;
    }
  };
}
