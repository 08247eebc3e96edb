// Engines side by side: a row each, and a click chooses the engine.

import { chip } from './chip.js';
import { byId, foreign, make, replaceChildren } from './dom.js';
import { PROFILES } from './profiles.js';
import { askedOf, isMoot, listensOf } from './words.js';

const COLUMNS = [
  ['fetch', (answer) => answer.access.allowed],
  ['index', (answer) => answer.index],
  ['follow', (answer) => answer.follow],
  ['archive', (answer) => answer.archive],
  ['snippet', (answer) => answer.snippet.allowed],
  ['train', (answer) => askedOf(answer, 'train')],
  ['input', (answer) => askedOf(answer, 'input')],
  ['listens', listensOf],
];

// The roles are written out, because a narrow window shows a row as a block, which would take them away.
const CELL = { role: 'cell' };

/** Fills the table with its rows; `choose` is called with the name of an engine. */
export function makeEngines(engines, choose) {
  const heads = ['engine', ...COLUMNS.map(([name]) => name), 'document', 'differs'];
  const titles = heads.map((name) => make('th', { scope: 'col', role: 'columnheader' }, name));
  replaceChildren(byId('engine-heads'), ...titles);
  const rows = engines.map((engine) => engineRow(engine, choose));
  replaceChildren(byId('engine-rows'), ...rows.map(({ row }) => row));
  return { rows };
}

function engineRow(engine, choose) {
  const attributes = { type: 'button', class: 'engine', 'aria-pressed': 'false', onclick: () => choose(engine.name) };
  const button = make('button', attributes, engine.title ?? engine.name);
  const head = make('th', { scope: 'row', role: 'rowheader' }, button, make('small', {}, engine.owner ?? ''));
  const cells = COLUMNS.map(([name]) => make('td', { ...CELL, 'data-label': name }));
  const said = make('td', { ...CELL, class: 'said' });
  const row = make('tr', { role: 'row' }, head, ...cells, documentCell(engine), said);
  return { engine, button, row, cells, said };
}

/** The document of an engine, and the day on which its row was verified. */
function documentCell({ name }) {
  const { document, day } = PROFILES[name] ?? {};
  if (!document) return make('td', { ...CELL, class: 'source' }, '–');
  const [title, href] = document;
  const link = { href, title, target: '_blank', rel: 'noopener noreferrer', 'aria-label': `document of ${name}: ${title}` };
  return make('td', { ...CELL, class: 'source' }, make('a', link, 'document'), ` ${day ?? ''}`);
}

/** Shows the answers, in the order of the engines. */
export function showEngines(table, answers, chosen) {
  table.rows.forEach((row, i) => {
    const isChosen = row.engine.name === chosen;
    row.button.setAttribute('aria-pressed', String(isChosen));
    row.row.classList.toggle('is-chosen', isChosen);
    showEngine(row, answers[i]);
  });
}

function showEngine(row, answer) {
  if (answer === undefined || answer.error) return blankEngine(row);
  COLUMNS.forEach(([, ask], k) => {
    row.cells[k].replaceChildren(chip(ask(answer), { isMoot: k > 0 && isMoot(answer) }));
  });
  const { differs, not_honoured: undone } = answer.as;
  const left = [...new Set(undone.map(({ directive }) => directive))];
  const notes = [...differs, ...(left.length > 0 ? [`leaves undone: ${left.join(', ')}`] : [])];
  return row.said.replaceChildren(foreign(notes.join('; '), 120));
}

function blankEngine(row) {
  for (const cell of row.cells) cell.replaceChildren('–');
  row.said.replaceChildren();
}

/** Says that the table holds no answers. */
export function blankEngines(table) {
  table.rows.forEach(blankEngine);
}
