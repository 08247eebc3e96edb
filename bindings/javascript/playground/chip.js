// The word of an answer in its colour.

import { make } from './dom.js';
import { wordOf } from './words.js';

/** A chip with the word of an answer; `unknown` is that of one that is not known, where there is little room. */
export function chip(value, { unknown } = {}) {
  const [word, kind] = wordOf(value);
  return make('span', { class: `chip is-${kind}` }, value === null ? (unknown ?? word) : word);
}
