// Engines side by side: a row each, and a click chooses the engine.

import { chip } from './chip.js';
import { byId, foreign, make, replaceChildren } from './dom.js';
import { usedOf } from './words.js';

const COLUMNS = [
  ['fetch', (answer) => answer.access.allowed],
  ['index', (answer) => answer.index],
  ['follow', (answer) => answer.follow],
  ['archive', (answer) => answer.archive],
  ['snippet', (answer) => answer.snippet.allowed],
  ['answer', (answer) => usedOf(answer.as, 'answer', 'input')],
  ['train', (answer) => usedOf(answer.as, 'train', 'train')],
];

/** Fills the table with its rows; `choose` is called with the name of an engine. */
export function makeEngines(engines, choose) {
  const heads = ['engine', ...COLUMNS.map(([name]) => name), 'differs'];
  replaceChildren(byId('engine-heads'), ...heads.map((name) => make('th', { scope: 'col' }, name)));
  const rows = engines.map((engine) => {
    const button = make(
      'button',
      { type: 'button', class: 'engine', 'aria-pressed': 'false' },
      engine.title ?? engine.name,
    );
    button.addEventListener('click', () => choose(engine.name));
    const head = make('th', { scope: 'row' }, button, make('small', {}, engine.owner ?? ''));
    const cells = heads.slice(1).map(() => make('td', {}));
    return { engine, button, row: make('tr', {}, head, ...cells), cells, differs: false };
  });
  const purposes = [...new Set(engines.flatMap(({ purposes: own }) => own ?? []))].sort();
  byId('engine-purpose').append(...purposes.map((purpose) => make('option', { value: purpose }, purpose)));
  replaceChildren(byId('engine-rows'), ...rows.map(({ row }) => row));
  const table = { rows };
  for (const name of ['engine-filter', 'engine-purpose', 'engine-differs']) {
    byId(name).addEventListener('input', () => filterEngines(table));
  }
  return table;
}

/** Shows the answers, in the order of the engines. */
export function showEngines(table, answers, chosen) {
  table.rows.forEach((row, i) => {
    const answer = answers[i];
    const isChosen = row.engine.name === chosen;
    row.button.setAttribute('aria-pressed', String(isChosen));
    row.row.classList.toggle('is-chosen', isChosen);
    if (answer === undefined || answer.error) {
      row.cells.forEach((cell) => cell.replaceChildren('–'));
      return;
    }
    COLUMNS.forEach(([, ask], k) => row.cells[k].replaceChildren(chip(ask(answer))));
    const { differs, not_honoured: undone } = answer.as;
    const left = [...new Set(undone.map(({ directive }) => directive))];
    const said = [...differs, ...(left.length > 0 ? [`leaves undone: ${left.join(', ')}`] : [])];
    row.differs = said.length > 0;
    row.cells.at(-1).replaceChildren(foreign(said.join('; '), 120));
  });
  filterEngines(table);
}

/** Says that the table holds no answers. */
export function blankEngines(table) {
  for (const row of table.rows) {
    row.differs = false;
    row.cells.forEach((cell) => cell.replaceChildren('–'));
  }
}

function filterEngines({ rows }) {
  const text = byId('engine-filter').value.trim().toLowerCase();
  const purpose = byId('engine-purpose').value;
  const isOnly = byId('engine-differs').checked;
  let shown = 0;
  for (const { engine, row, differs } of rows) {
    const own = [engine.name, engine.title, engine.owner, ...(engine.tokens ?? [])].join(' ').toLowerCase();
    const isShown =
      own.includes(text) &&
      (purpose === '' || (engine.purposes ?? []).includes(purpose)) &&
      (!isOnly || differs);
    row.hidden = !isShown;
    shown += isShown ? 1 : 0;
  }
  byId('engine-count').textContent = `${shown} of ${rows.length}`;
}
