// The words of answers: sentences, rows, and the notes of robots.txt.

import { BANS, CAUSES, REASONS, SAID, SENTENCES, UNREAD } from './contract.js';

/**
 * The verdict in one sentence or some, with the words of the program and the conditions of `crates/cli/src/text/sentence.rs`.
 * tests/browser/words.test.mjs compares the sentences.
 */
export function sentenceOf(answer) {
  const said = [];
  const allowed = answer.access.allowed;
  if (allowed === true) said.push('It may be fetched.');
  if (allowed === false) said.push('It must not be fetched.');
  if (allowed === null) said.push('Whether it may be fetched is unknown.');
  const page = ofPage(answer);
  return [...said, ...(page.length > 0 ? page : [rest(answer)])].join(' ');
}

/** The number of warnings and errors, in parentheses: a restriction that was misspelt is one. */
function faultsOf({ diagnostics }) {
  const counts = ['error', 'warning'].map((word) => {
    const many = diagnostics.filter(({ severity }) => severity === word).length;
    return many === 0 ? [] : [`${many} ${word}${many === 1 ? '' : 's'}`];
  });
  const said = counts.flat().join(' and ');
  return said === '' ? '' : ` (${said} below)`;
}

/** A sentence with its value. */
function filled(sentence, value) {
  return sentence.replace('{}', () => value);
}

/** A sentence about the page, which begins with it. */
function it(sentence) {
  return `It ${sentence[0].toLowerCase()}${sentence.slice(1)}`;
}

function ofPage(answer) {
  const { directives, snippet } = answer;
  const names = Object.keys(directives);
  const bans = names.filter((name) => Object.hasOwn(BANS, name)).map((name) => BANS[name]);
  const said = bans.length > 0 ? [`It must not be ${bans.join(', nor ')}.`] : [];
  said.push(...names.filter((name) => Object.hasOwn(SENTENCES, name)).map((name) => SENTENCES[name]));
  if (snippet.max_chars !== null && snippet.allowed !== false) said.push(filled(SAID.EXCERPTS, snippet.max_chars));
  const until = directives.unavailable_after;
  if (until && !names.includes('noindex')) said.push(it(filled(SAID.UNTIL, until)));
  const unread = (answer.unread ?? []).find(({ source }) => source === 'document');
  if (unread !== undefined)
    said.push(`The document ${UNREAD[unread.why] ?? UNREAD.incomplete}: its answers are not known.`);
  return said;
}

/** What is said of a page of which `ofPage` has no sentence. */
function rest(answer) {
  const { access, directives, uses } = answer;
  const set = Object.entries(directives);
  // The highest level of a preview restricts nothing.
  const restricts = ([name, value]) => name !== 'max-image-preview' || value !== 'large';
  if (set.length > 0 && (access.allowed === false || set.some(restricts)))
    return SAID.RESTRICTED;
  if (Object.values(uses ?? {}).some((use) => use === 'disallow' || use === 'conditional'))
    return SAID.RESTRICTED_FOR_AI;
  return filled(SAID.FREE, faultsOf(answer));
}

/** Why it may be fetched or not, where no line decides. */
export function accessNote({ access, robots_cause: cause }) {
  const { group, reason, rule } = access;
  if (rule !== null) return '';
  if (reason === 'no-match' && group !== null) return `no rule of group ${group} matches`;
  if (reason === 'unavailable' || reason === 'unreachable')
    return `${CAUSES[cause] ?? 'robots.txt has no rules'}: ${REASONS[reason]}`;
  if (reason === 'unknown' && cause !== undefined) return SAID.SITE_UNKNOWN;
  return REASONS[reason] ?? reason;
}

/** The rows of the answers: label, the answer, and the directives that decide it. */
export const ROWS = [
  ['fetch', (answer) => answer.access.allowed, ['disallow', 'allow']],
  ['index', (answer) => answer.index, ['noindex', 'unavailable_after']],
  ['follow', (answer) => answer.follow, ['nofollow']],
  ['archive', (answer) => answer.archive, ['noarchive']],
  ['snippet', (answer) => answer.snippet.allowed, ['nosnippet', 'max-snippet']],
];

/** The word for an answer and its class. Capitals, because not every reader sees colours. */
export function wordOf(value) {
  const words = new Map([
    [true, ['yes', 'yes']],
    [false, ['NO', 'no']],
    [null, ['unknown', 'unknown']],
    ['allow', ['yes', 'yes']],
    ['disallow', ['NO', 'no']],
    ['conditional', ['on terms', 'some']],
    ['limited', ['limited', 'some']],
    ['unstated', ['not stated', 'unstated']],
    ['asked', ['asked not to', 'some']],
  ]);
  return words.get(value) ?? [String(value), 'unstated'];
}

/** The statement of a reason in short, beside its text. */
export function reasonTitle(reason) {
  if (reason.use) return `${reason.vocabulary}: ${reason.use} ${wordOf(reason.value)[0]}`;
  return reason.directive;
}

const COLOURS = { allow: 'yes', disallow: 'no', conditional: 'some' };

/** The kind of mark of a reason: it forbids, it limits, or it permits. */
export function reasonKind({ use, directive, value }) {
  if (use) return COLOURS[value] ?? 'some';
  return directive === 'disallow' || value === true || value === 0 ? 'no' : 'some';
}

/** What an engine does with a page by its documents, or that it is asked not to and they do not say what follows. */
export function usedOf(reading, key, activity) {
  return reading[key] ?? (reading.asked_not_to[activity] ? 'asked' : 'unstated');
}
