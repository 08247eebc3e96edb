// What an owner got wrong: the findings of `lint` about what the page holds, under the answer.

import { byId, foreign, make, quietButton, replaceChildren, sentence, withCode } from './dom.js';
import { decoded } from './octets.js';
import { markOfPlace, placeOfFinding } from './lint-input.js';
import { partBytes } from './places.js';

const LEVELS = ['error', 'warning', 'info'];
const MOST_FINDINGS = 100;
const MOST_EFFECTS = 3;

/** Shows these items below their number; without one the part is hidden. */
function showItems(items, count) {
  byId('findings').hidden = items.length === 0;
  byId('findings-count').textContent = count;
  replaceChildren(byId('findings').querySelector('ul'), ...items);
}

/** Shows that there is nothing to say. */
export function blankFindings() {
  showItems([], '');
}

/** Says why nothing was looked at. */
export function showUnlinted(text) {
  showItems([make('li', {}, ...withCode(text))], '');
}

/**
 * Shows findings about a state, the most severe first. `rules` are the rules by their codes; `choose` is called with a finding and its
 * mark, `fix` with a finding, the name of its input and the state.
 */
export function showFindings({ findings, sentences, incomplete }, state, rules, { choose, fix }) {
  const all = findings.map((finding, at) => ({ ...finding, id: `f${at}`, effects: sentences[at] }));
  const sorted = LEVELS.flatMap((level) => all.filter((finding) => finding.level === level));
  const shown = sorted.slice(0, MOST_FINDINGS).map((finding) => findingItem(finding, state, rules, { choose, fix }));
  if (sorted.length > shown.length) shown.push(make('li', {}, `${sorted.length - shown.length} more are not shown; \`robots-policy lint\` shows all.`));
  for (const { why } of incomplete) shown.push(make('li', {}, `Not all was looked at: ${why}.`));
  showItems(shown, countsOf(sorted));
}

/** The numbers of findings by their levels. */
function countsOf(findings) {
  const counts = LEVELS.map((level) => [level, findings.filter((finding) => finding.level === level).length]);
  return counts
    .filter(([, count]) => count > 0)
    .map(([level, count]) => `${count} ${level}${count > 1 ? 's' : ''}`)
    .join(', ');
}

function findingItem(finding, state, rules, { choose, fix }) {
  const { id, code, level, message, place, others, effects, count } = finding;
  const rule = rules.get(code);
  const where = [placeOfFinding(state, place), ...(count > 1 ? [`${count} lines`] : [])].join(', ');
  const head = make(
    'button',
    {
      type: 'button',
      class: 'statement',
      'data-finding': id,
      onclick: () => choose(finding, markOfPlace(state, place)),
    },
    make('span', { class: `tag is-${level === 'info' ? 'notice' : level}` }, level),
    make('span', { id: `${id}-said` }, ...withCode(sentence(message))),
    make('small', {}, where, ' · ', code),
  );
  const also = others.map((other) => {
    const own = placeOfFinding(state, other.place);
    const mark = markOfPlace(state, other.place);
    const go = quietButton(own, () => choose(finding, mark));
    return make('p', {}, mark === null ? own : go, ' ', foreign(other.label));
  });
  const lines = effects.slice(0, MOST_EFFECTS).map((text) => make('p', { class: 'effect' }, foreign(text)));
  if (effects.length > lines.length) lines.push(make('p', { class: 'effect' }, `and ${effects.length - lines.length} more`));
  if (finding.effect && effects.length === 0) lines.push(make('p', { class: 'effect' }, 'No answer about the paths here would be another one.'));
  const help = make('p', {}, ...withCode(`${rule.consequence} ${rule.advice} `), make('small', {}, rule.clause));
  return make('li', { class: 'finding' }, head, make('div', {}, ...also, ...lines, help, fixPart(finding, state, fix)));
}

/** The button that makes a fix, with what it does; nothing where there is none that an input of the page can have. */
function fixPart(finding, state, fix) {
  const mark = finding.fix ? markOfPlace(state, finding.place) : null;
  if (mark === null) return null;
  const bytes = partBytes(mark.input === 'fields' ? { text: state.fields, bytes: null } : state[mark.input]);
  const changes = finding.fix.edits.map(({ start, end, text }) => changeWords(decoded(bytes.subarray(start, end)), text));
  const label = finding.fix.is_safe ? 'Fix it: no answer changes' : 'Fix it: answers change';
  const attributes = { type: 'button', 'data-fix': finding.id, 'aria-describedby': `${finding.id}-said` };
  return make('p', { class: 'fix' }, make('button', { ...attributes, onclick: () => fix(finding, mark.input, state) }, label), ' ', ...changes.flat());
}

function changeWords(before, after) {
  const code = (text) => make('code', {}, foreign(text.trim()));
  if (before.trim() === '') return ['adds ', code(after), ' '];
  if (after.trim() === '') return ['removes ', code(before), ' '];
  return [code(before), ' becomes ', code(after), ' '];
}
