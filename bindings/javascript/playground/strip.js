// The answer in short: the strip that stays in view in a narrow window, and the number of faults.

import { byId, make, quietButton, replaceChildren } from './dom.js';
import { chip } from './chip.js';
import { ROWS, aiUseOf, countOf, isMoot } from './words.js';

/** Shows the answers in one line, and how many faults there are. */
export function showStrip(answer) {
  const all = [...ROWS, ['AI use', aiUseOf]];
  const parts = all.map(([label, ask]) => {
    const short = { unknown: '?', isMoot: label !== 'fetch' && isMoot(answer) };
    return make('span', {}, `${label} `, chip(ask(answer), short));
  });
  const count = countOf(answer);
  if (count !== '') parts.push(make('span', { 'data-leads': 'diagnostics' }, faultChip(count)));
  replaceChildren(byId('strip'), ...parts);
  replaceChildren(byId('counted'), count === '' ? null : quietButton(count, () => leadTo('diagnostics')));
  byId('counted').hidden = count === '';
}

/** Shows that there is no answer. */
export function blankStrip() {
  byId('strip').replaceChildren();
  byId('counted').hidden = true;
}

/** A click on the strip leads to the answer, one on its count of faults to them. */
export function listenToStrip() {
  byId('strip').addEventListener('click', ({ target }) => leadTo(target.closest('[data-leads]')?.dataset.leads ?? 'answer'));
}

function faultChip(count) {
  return make('span', { class: 'chip is-warning' }, count);
}

function leadTo(name) {
  byId(name).scrollIntoView();
  byId(name).focus({ preventScroll: true });
}
