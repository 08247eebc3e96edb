// What an example, Clear, a link or a file has replaced can be taken back.

import { isBare } from './state.js';

const MOST_STEPS = 10;

// `isOwn` says that a hand has changed what the page holds, which no example and no link brings back.
const past = { isOwn: false, before: [] };

/** A hand has changed what the page holds. */
export function markOwn() {
  past.isOwn = true;
}

/** Whether there is something to take back. */
export function hasBefore() {
  return past.before.length > 0;
}

/** Remembers a state that is about to be replaced by one that is not a hand's. */
export function remember(state) {
  if (past.isOwn && !isBare(state)) past.before = [...past.before, state].slice(-MOST_STEPS);
  past.isOwn = false;
}

/** The state before the last replacement. That which the page holds goes to the other end, so that nothing is lost. */
export function takeBack(state) {
  const taken = past.before.pop();
  if (past.isOwn && !isBare(state)) past.before.unshift(state);
  past.isOwn = true;
  return taken;
}
