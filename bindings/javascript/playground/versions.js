// Two versions of a robots.txt: their lines side by side, and what changes for whom.

import { chip } from './chip.js';
import { byId, foreign, make, replaceChildren } from './dom.js';
import { decoded } from './octets.js';
import { partBytes } from './places.js';
import { OF_ENGINES, askedOf } from './words.js';

/** Each URL is asked about for every engine, in both versions. */
export const MOST_COMPARED = 20;

/** Longer files are compared by their answers alone. */
const MOST_LINES = 1500;

const COMPARED_ANSWERS = [
  ['fetch', (answer) => answer.access.allowed],
  ...OF_ENGINES.map((use) => [use, (answer) => (answer.as ? askedOf(answer, use) : answer.uses[use])]),
];

/** Shows the versions of a state. `pairs` are the answers by the present and by the other version, for each URL and asker. */
export function showVersions(state, pairs) {
  const rows = changesFor(pairs);
  const said = rows.length > 0 ? [] : ['These answers are the same in both versions.'];
  byId('changes').hidden = rows.length === 0;
  replaceChildren(byId('change-rows'), ...rows.map(changeRow));
  replaceChildren(byId('versions-said'), ...(pairs.length > 0 ? said : []).map((note) => make('li', {}, note)));
  showLines(decoded(partBytes(state.robots)), state.other);
}

/** The changes, each with those for whom it is one. */
function changesFor(pairs) {
  const found = new Map();
  for (const { url, who, before, after } of pairs.filter(({ before, after }) => !before.error && !after.error)) {
    for (const [what, ask] of COMPARED_ANSWERS) {
      const values = [ask(before), ask(after)];
      if (values[0] === values[1]) continue;
      const key = JSON.stringify([url, what, ...values]);
      if (!found.has(key)) found.set(key, { url, what, values, whom: [] });
      found.get(key).whom.push(who);
    }
  }
  return [...found.values()];
}

function changeRow({ url, what, values, whom }) {
  // The roles are written out, because a narrow window shows a row as a block.
  const head = make('th', { scope: 'row', role: 'rowheader' }, make('code', {}, foreign(url)), ` ${what}`);
  const cell = (...parts) => make('td', { role: 'cell' }, ...parts);
  const cells = values.map((value) => cell(chip(value)));
  return make('tr', { role: 'row' }, head, ...cells, cell(foreign(whom.join(', '), 2000)));
}

function showLines(present, other) {
  const [left, right] = [present, other].map((text) => text.split(/\r\n?|\n/));
  const isShown = other !== '' && left.length <= MOST_LINES && right.length <= MOST_LINES;
  byId('version-lines').hidden = !isShown;
  const rows = isShown ? sideBySide(left, right) : [];
  replaceChildren(byId('version-rows'), ...rows.map(lineRow));
}

function lineRow([left, right]) {
  const isSame = left === right;
  const cell = (name, text) => {
    const inner = text === null || isSame ? make('span', {}, foreign(text ?? '')) : make(name, {}, foreign(text));
    return make('td', {}, inner);
  };
  return make('tr', {}, cell('del', left), cell('ins', right));
}

/** The lines of two texts in rows, equal ones beside each other; null where one of them has none. */
function sideBySide(left, right) {
  const lengths = commonLengths(left, right);
  const rows = [];
  let [i, k] = [0, 0];
  while (i < left.length || k < right.length) {
    if (i < left.length && k < right.length && left[i] === right[k]) rows.push([left[i++], right[k++]]);
    else if (k === right.length || (i < left.length && lengths[i + 1][k] >= lengths[i][k + 1])) rows.push([left[i++], null]);
    else rows.push([null, right[k++]]);
  }
  return rows;
}

/** How many lines the ends of both texts have in common, from each line of one and of the other. */
function commonLengths(left, right) {
  const lengths = Array.from({ length: left.length + 1 }, () => new Uint16Array(right.length + 1));
  for (let i = left.length - 1; i >= 0; i -= 1) {
    for (let k = right.length - 1; k >= 0; k -= 1) {
      const isSame = left[i] === right[k];
      lengths[i][k] = isSame ? lengths[i + 1][k + 1] + 1 : Math.max(lengths[i + 1][k], lengths[i][k + 1]);
    }
  }
  return lengths;
}
