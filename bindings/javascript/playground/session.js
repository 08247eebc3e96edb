// The work of this page: kept in the browser, and taken back after an example, Clear or a file has replaced it.
//
// Nothing else of the page stores anything, and the browser gives what is stored to no other site. A tab finds its own work
// again after a reload; a new tab that of the tab which was used last.

import { fromBase64, toBase64 } from './octets.js';
import { emptyState, isBare } from './state.js';

const KEY = 'robots-policy.work';
const CHOICE = 'robots-policy.keep';

/** A browser has 5 MB for a site, and counts two bytes for a character. */
const MOST_KEPT = 2_000_000;

const MOST_STEPS = 10;

// `isOwn` says that a hand has changed what the page holds, which no example and no link brings back.
const session = { isOwn: false, before: [] };

/** A hand has changed what the page holds. */
export function markOwn() {
  session.isOwn = true;
}

/** Whether there is something to take back. */
export function hasBefore() {
  return session.before.length > 0;
}

/** Remembers a state that is about to be replaced by one that is not a hand's. */
export function remember(state) {
  if (session.isOwn && !isBare(state)) session.before = [...session.before, state].slice(-MOST_STEPS);
  session.isOwn = false;
}

/** The state before the last replacement. That which the page holds goes to the other end, so that nothing is lost. */
export function takeBack(state) {
  const taken = session.before.pop();
  if (session.isOwn && !isBare(state)) session.before.unshift(state);
  session.isOwn = true;
  return taken;
}

/** Whether work is kept in this browser: by choice, from the first on. */
export function isKept() {
  return stored(() => localStorage.getItem(CHOICE)) !== 'no';
}

/** Takes the choice; what was kept is forgotten with it. */
export function chooseKept(isChosen) {
  stored(() => localStorage.setItem(CHOICE, isChosen ? 'yes' : 'no'));
  if (!isChosen) forgetAll();
}

function forgetAll() {
  for (const storage of [() => sessionStorage, () => localStorage]) stored(() => storage().removeItem(KEY));
}

/** Keeps a state with the link that it came with; false if it is too long, so that nothing is kept. */
export function keep(state, link) {
  if (!isKept()) return true;
  let { before } = session;
  let text = textOf({ state, link, isOwn: session.isOwn, before });
  while (text === null && before.length > 0) {
    before = before.slice(1);
    text = textOf({ state, link, isOwn: session.isOwn, before });
  }
  forgetAll();
  if (text === null) return false;
  for (const storage of [() => sessionStorage, () => localStorage]) stored(() => storage().setItem(KEY, text));
  return true;
}

/** What was kept: `{state, link}`, or null. The link is that of this tab. */
export function restored() {
  if (!isKept()) return null;
  const own = parsed(stored(() => sessionStorage.getItem(KEY)));
  const found = own ?? parsed(stored(() => localStorage.getItem(KEY)));
  if (found === null) return null;
  Object.assign(session, { isOwn: found.isOwn === true, before: found.before.map(whole) });
  const state = whole(found.state);
  return isBare(state) && !hasBefore() ? null : { state, link: own?.link ?? null };
}

/** A state with every key of today. */
function whole(state) {
  return { ...emptyState(), ...state };
}

/** What storage gives; a browser may refuse it. */
function stored(run) {
  try {
    return run();
  } catch {
    return null;
  }
}

/** The text of what is kept, or null if it is too long. */
function textOf(kept) {
  const lengths = [kept.state, ...kept.before].flatMap((state) => Object.values(state).map(lengthOf));
  if (lengths.reduce((sum, length) => sum + length, 0) > MOST_KEPT) return null;
  return JSON.stringify(kept, (_, value) => (value instanceof Uint8Array ? { base64: toBase64(value) } : value));
}

function lengthOf(value) {
  if (typeof value === 'string') return value.length;
  return (value?.text?.length ?? 0) + 2 * (value?.bytes?.length ?? 0);
}

function parsed(text) {
  const read = () =>
    JSON.parse(text, (_, value) => (typeof value?.base64 === 'string' ? fromBase64(value.base64) : value));
  const found = text === null ? null : stored(read);
  return found?.state && Array.isArray(found.before) ? found : null;
}
