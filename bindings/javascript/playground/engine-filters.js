// Which rows of the table of engines are shown.

import { tokenOfUserAgent } from './agent.js';
import { byId, make } from './dom.js';

/** Fills the menus, and filters at each change of them. */
export function listenToFilters(table) {
  const kinds = [...new Set(table.rows.flatMap(({ engine }) => engine.purposes ?? []))].sort();
  byId('engine-purpose').append(
    make('option', { value: 'ai' }, 'AI, of any kind'),
    ...kinds.map((value) => make('option', { value }, value)),
  );
  for (const name of ['engine-filter', 'engine-purpose', 'engine-state', 'engine-differs']) {
    byId(name).addEventListener('input', () => filterEngines(table));
  }
}

/** Shows the rows that the filters leave, and counts them. */
export function filterEngines({ rows }) {
  const usual = usualOf(rows);
  const states = new Map(rows.map((row) => [row, stateOfRow(row)]));
  const isOnly = byId('engine-differs').checked;
  const wanted = byId('engine-state').value;
  let shown = 0;
  for (const row of rows) {
    const isShown =
      isNamed(row) && (wanted === '' || states.get(row) === wanted) && (!isOnly || differs(row, usual));
    row.row.hidden = !isShown;
    shown += isShown ? 1 : 0;
  }
  byId('engine-count').textContent = `${shown} of ${rows.length}`;
  countStates([...states.values()]);
}

function isNamed({ engine, isAi }) {
  const typed = byId('engine-filter').value.trim();
  const text = (tokenOfUserAgent(typed, engine.tokens ?? []) ?? typed).toLowerCase();
  const kind = byId('engine-purpose').value;
  const own = [engine.name, engine.title, engine.owner, ...(engine.tokens ?? [])].join(' ').toLowerCase();
  return own.includes(text) && (kind === '' || (kind === 'ai' ? isAi : (engine.purposes ?? []).includes(kind)));
}

const RESTRICTS = [false, 'disallow', 'conditional', 'limited'];

/** Whether a row is of an engine that is blocked, restricted, not known in part, or none of these. */
function stateOfRow({ values }) {
  if (values === null) return '';
  if (values[0] === false) return 'blocked';
  if (values.some((value) => RESTRICTS.includes(value))) return 'restricted';
  return values.includes(null) ? 'unknown' : 'free';
}

/** How many engines there are of each, beside its word in the menu. */
function countStates(states) {
  for (const option of byId('engine-state').options) {
    if (option.value === '') continue;
    const count = states.filter((state) => state === option.value).length;
    option.textContent = `${option.value} (${count})`;
  }
}

// The first of the columns: what an engine is asked about AI depends on what its owner says of itself.
const COMPARED = 5;

/** What an engine is told about fetching and about the page. */
function toldOf({ values }) {
  return values.slice(0, COMPARED).join();
}

/** What most engines are told. */
function usualOf(rows) {
  const counts = new Map();
  for (const row of rows.filter(({ values }) => values !== null))
    counts.set(toldOf(row), (counts.get(toldOf(row)) ?? 0) + 1);
  return [...counts].reduce((most, one) => (one[1] > most[1] ? one : most), ['', 0])[0];
}

/** Whether an engine may not fetch, is told something else than most engines, or has a reading of its own. */
function differs(row, usual) {
  if (row.values === null) return false;
  return row.values[0] === false || toldOf(row) !== usual || row.notes.length > 0;
}
