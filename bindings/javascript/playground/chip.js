// The word of an answer in its colour.

import { make } from './dom.js';
import { wordOf } from './words.js';

/**
 * A chip with the word of an answer; `unknown` is that of one that is not known, where there is little room. A moot answer, about
 * a page that may not be fetched, is in parentheses as in the program, and has no colour.
 */
export function chip(value, { unknown, isMoot = false } = {}) {
  const [word, kind] = wordOf(value);
  if (isMoot && MOOT.includes(value)) return make('span', { class: 'chip is-moot' }, `(${word})`);
  return make('span', { class: `chip is-${kind}` }, value === null ? (unknown ?? word) : word);
}

// What forbids a use holds without a fetch.
const MOOT = [true, false, 'allow'];
