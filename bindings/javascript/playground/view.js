// The answer: a sentence, a table whose statements lead to their bytes, and what else there is to say.

import { chip } from './chip.js';
import { byId, foreign, make, quietButton, replaceChildren, withCode } from './dom.js';
import { visible } from './octets.js';
import { placeName } from './places.js';
import { AI_DIRECTIVES, USES } from './contract.js';
import { blankStrip, showStrip } from './strip.js';
import { ROWS, accessNote, isMoot, isSilent, silenceOf, unknownOf } from './words.js';
import { OF_ENGINES, askedOf, listensOf, reasonKind, reasonTitle, sentenceOf, usedOf, wordOf } from './words.js';

/**
 * Numbers the statements of an answer: `{id, kind, place, title, text, covers}` each, for marks and for buttons.
 * `placesOf` gives the bytes of a statement; `covers` are those that it closes for `who`, or would.
 */
export function statementsOf(answer, placeOf, who) {
  const all = [];
  const add = (item, kind, title, text, covers = []) => {
    all.push({ id: all.length, item, kind, place: placeOf(item), title, text, covers, where: placeName(item) });
  };
  for (const reason of answer.reasons) add(reason, reasonKind(reason), reasonTitle(reason), reason.text);
  const { rule, line, reason } = answer.access;
  if (reason === 'allow-rule') {
    const item = { directive: 'allow', source: 'robots.txt', line, rule };
    add(item, 'yes', 'allow', rule);
  }
  for (const left of answer.as?.not_honoured ?? []) add(left, 'undone', left.source ?? '', left.directive);
  for (const mark of answer.parts?.marks ?? []) {
    const item = { ...mark, source: 'document', why: mark.heard ? 'closed' : 'not heard' };
    const { text, title, covers } = markInWords(mark, who);
    add(item, mark.heard ? 'no' : 'undone', title, text, covers);
  }
  for (const diagnostic of answer.diagnostics)
    add(diagnostic, diagnostic.severity, diagnostic.code, diagnostic.message);
  return all;
}

/** A mark of a part in words, and the texts that it closes, with what is said where they are. */
function markInWords({ kind, element, covers, heard }, who) {
  const name = kind.replace(' elsewhere', '');
  const text = element && name !== element ? `${name} on ${element}` : name;
  const title = covers.length === 1 ? 'on 1 text' : `on ${covers.length} texts`;
  const hint = heard ? `${text}: ${who} may not quote this` : `${text}: it does not count for ${who}`;
  return { text, title, covers: covers.map(([start, end]) => ({ start, end, kind: heard ? 'closed' : 'undone', hint })) };
}

/**
 * Shows an answer; `choose` is called with the statement of a button, `assume` with the name of a source that is not given
 * and does not exist.
 */
export function showAnswer(answer, statements, { choose, assume }, about) {
  const buttons = (of) =>
    statements.filter(({ item }) => of(item)).map((statement) => statementButton(statement, choose));
  const isReason = new Set(answer.reasons);
  byId('sentence').textContent = sentenceOf(answer);
  byId('about').textContent = about;
  showStrip(answer);
  byId('answers').hidden = false;
  replaceChildren(
    byId('rows'),
    ...mainRows(answer, buttons, isReason),
    ...useRows(answer, buttons, isReason),
  );
  const lists = { diagnostics: answer.diagnostics, undone: answer.as?.not_honoured ?? [] };
  for (const [name, items] of Object.entries(lists)) {
    showList(name, statements.filter(({ item }) => items.includes(item)), choose);
  }
  showList('parts', statements.filter(({ item }) => item.covers), choose);
  byId('parts-count').textContent = countOfParts(answer.parts ?? {});
  showMore(answer, assume);
}

function countOfParts({ refusal, chars, closed_chars: closed }) {
  return refusal ?? `${closed} of ${chars} characters may not be quoted`;
}

/** Shows that there is no answer. */
export function showFailure(sentence) {
  byId('sentence').replaceChildren(...withCode(sentence));
  byId('about').textContent = '';
  byId('answers').hidden = true;
  for (const name of ['diagnostics', 'undone', 'parts', 'more-said']) byId(name).hidden = true;
  blankStrip();
  byId('json').textContent = '';
}

function row(label, value, { title = '', isMoot: moot = false }, ...because) {
  const head = make('th', { scope: 'row' }, label, title ? make('small', {}, title) : null);
  const cell = make('td', { class: 'word' }, value === undefined ? '' : chip(value, { isMoot: moot }));
  return make('tr', {}, head, cell, make('td', { class: 'because' }, ...because));
}

function mainRows(answer, buttons, isReason) {
  const known = [...ROWS.flatMap(([, , directives]) => directives), ...AI_DIRECTIVES];
  const rows = ROWS.map(([label, ask, directives]) => {
    const because = buttons(
      (item) => directives.includes(item.directive) && (isReason.has(item) || label === 'fetch'),
    );
    const note = label === 'fetch' && because.length === 0 ? [accessNote(answer)] : [];
    const limit =
      label === 'snippet' && answer.snippet.max_chars > 0
        ? `at most ${answer.snippet.max_chars} characters`
        : '';
    return row(label, ask(answer), { title: limit, isMoot: label !== 'fetch' && isMoot(answer) }, ...note, ...because);
  });
  const also = buttons((item) => isReason.has(item) && item.directive && !known.includes(item.directive));
  if (also.length > 0) rows.push(row('also', undefined, {}, ...also));
  return rows;
}

/** Whether the owner of an engine says that it listens, and what it says of its uses; nothing for a client. */
function engineRows(answer) {
  if (!answer.as) return [];
  const rows = [row('listens', listensOf(answer), { title: 'as its owner says' })];
  const used = usedOf(answer);
  return used === '' ? rows : [...rows, row('used', undefined, { title: 'as its owner says' }, used)];
}

/** What the asker is asked about a use. */
function useOf(answer, use) {
  return answer.as && OF_ENGINES.includes(use) ? askedOf(answer, use) : answer.uses[use];
}

function useRows(answer, buttons, isReason) {
  const said = buttons((item) => isReason.has(item) && (item.use || AI_DIRECTIVES.includes(item.directive)));
  if (isSilent(answer)) {
    const { value, of, why } = silenceOf(answer);
    const limited = OF_ENGINES.filter((use) => useOf(answer, use) === 'limited');
    const rows = limited.map((use) => row(use, 'limited', { title: USES[use] }, ...said));
    return [...rows, row('AI use', value, { title: of.join(', ') }, why), ...engineRows(answer)];
  }
  const uses = Object.entries(USES).map(([name, title]) => row(name, useOf(answer, name), { title, isMoot: isMoot(answer) }));
  const last = uses[0].querySelector('.because');
  last.rowSpan = uses.length;
  last.append(...said);
  for (const other of uses.slice(1)) other.querySelector('.because').remove();
  return [...uses, ...engineRows(answer)];
}

function statementButton(statement, choose) {
  const { id, kind, place, title, text, where } = statement;
  const parts = [make('code', {}, foreign(text)), make('small', {}, foreign(where))];
  if (text.toLowerCase().trim() !== title) parts.unshift(make('span', { class: 'title' }, foreign(title)));
  const attributes = {
    type: 'button',
    class: `statement k-${kind}`,
    'data-statement': id,
    title: place === null ? 'What it means' : 'What it means, and its bytes',
  };
  return make('button', { ...attributes, onclick: () => choose(statement) }, ...parts);
}

function showList(name, statements, choose) {
  const section = byId(name);
  section.hidden = statements.length === 0;
  const items = statements.slice(0, 200).map((statement) => {
    const { item, kind, text, title, where } = statement;
    const head = make('span', { class: `tag is-${kind}` }, item.why ?? kind);
    const said = make(
      'span',
      {},
      ...withCode(text),
      make('small', {}, ` ${title}`),
    );
    const parts = [head, said, make('small', {}, foreign(where))];
    const attributes = { type: 'button', class: 'statement', 'data-statement': statement.id };
    return make('li', {}, make('button', { ...attributes, onclick: () => choose(statement) }, ...parts));
  });
  const rest = statements.length - items.length;
  if (rest > 0) items.push(make('li', {}, `${rest} more are in the record below.`));
  replaceChildren(section.querySelector('ul'), ...items);
}

const UNFETCHED = 'A client that obeys does not fetch the page, so it reads no statement of the response.';

function showMore(answer, assume) {
  const said = [];
  if (answer.access.allowed === false) said.push([UNFETCHED]);
  for (const unread of answer.unread ?? []) {
    const { source, why, url } = unread;
    const absent = why === 'not-given' ? quietButton('It does not exist', () => assume(source)) : null;
    said.push([`${unknownOf(unread)}. `, url ? make('code', {}, foreign(url)) : null, absent]);
  }
  for (const name of answer.truncated)
    said.push([`Only the beginning of ${name} was read: it is longer than the limit.`]);
  for (const [name, value] of Object.entries(answer.extensions)) {
    const text = value === true ? name : `${name}: ${[value].flat().join(', ')}`;
    said.push(['Not a known directive, so it restricts nothing: ', make('code', {}, foreign(text))]);
  }
  for (const term of answer.terms ?? [])
    said.push(['Terms: ', make('code', {}, foreign(JSON.stringify(term), 500))]);
  if (answer.permits)
    said.push(['Explicit permissions: ', make('code', {}, foreign(JSON.stringify(answer.permits)))]);
  for (const mark of answer.as?.marks ?? [])
    said.push([make('span', {}, foreign(`${answer.as.profile}: ${mark}`))]);
  for (const difference of answer.as?.differs ?? [])
    said.push([`Differs from the general reading: ${difference}.`]);
  byId('more-said').hidden = said.length === 0;
  replaceChildren(byId('more-said').querySelector('ul'), ...said.map((parts) => make('li', {}, ...parts)));
  byId('json').replaceChildren(visible(JSON.stringify({ ...answer, parts: undefined }, null, 2)));
}
