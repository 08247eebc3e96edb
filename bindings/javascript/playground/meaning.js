// What a statement means, with its clause: the words of the library, where a statement was clicked.

import { byId, make, replaceChildren, withCode } from './dom.js';
import { CLAUSES, OF_DIRECTIVES, OF_LABELS, OF_LINES } from './meanings.js';

/** The meaning of a statement; an empty text where the library has none. */
export function meaningOf({ source, code, directive, vocabulary, use }) {
  if (code !== undefined) return CLAUSES[code] === undefined ? '' : `${code}: ${CLAUSES[code]}.`;
  if (use) return named(`${vocabulary}:${use}`, OF_LABELS);
  return named(directive, source === 'robots.txt' ? { ...OF_DIRECTIVES, ...OF_LINES } : OF_DIRECTIVES);
}

function named(name, table) {
  return Object.hasOwn(table, name) ? `${name}: ${table[name]}` : '';
}

/** Shows the meaning of a statement in this element; null shows none. */
export function showMeaning(item, place) {
  const said = item === null ? '' : meaningOf(item);
  const part = byId('meaning');
  part.hidden = said === '';
  replaceChildren(part, ...withCode(said));
  place.append(part);
}

/** The element of meanings, which moves to the statement that was clicked. */
export function makeMeaning() {
  byId('verdict').append(make('p', { id: 'meaning', role: 'status', hidden: true }));
}
