// The words of answers: sentences, rows, and the notes of robots.txt.

import { BANS, CAUSES, COUNTED_NOTICES, REASONS, SAID, SENTENCES, SOURCES, UNREAD, WHYS } from './contract.js';

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

/** The number of warnings and errors: a restriction that was misspelt is one. Some notices count, too. */
export function countOf({ diagnostics }) {
  const isCounted = ({ code, severity }) => severity !== 'notice' || COUNTED_NOTICES.includes(code);
  const counted = diagnostics.filter(isCounted);
  const counts = ['error', 'warning', 'notice'].map((word) => {
    const many = counted.filter(({ severity }) => severity === word).length;
    return many === 0 ? [] : [`${many} ${word}${many === 1 ? '' : 's'}`];
  });
  return counts.flat().join(' and ');
}

/** The same in parentheses. */
function faultsOf(answer) {
  const said = countOf(answer);
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
  for (const { source, why, keeps } of answer.unread ?? []) {
    if (keeps.some((asked) => OF_PAGE.includes(asked)))
      said.push(`The ${SOURCES[source]} ${UNREAD[why] ?? UNREAD.incomplete}: its answers are not known.`);
  }
  return said;
}

/** The answers about the page. */
const OF_PAGE = ['index', 'follow', 'archive', 'snippet'];

/** Why a source is not known, and the answers that it keeps from being known. */
export function unknownOf({ source, why, keeps }) {
  const rest = keeps.length > 0 ? `; not known is ${keeps.join(', ')}` : '; no answer needs it';
  return `${SOURCES[source]}: ${WHYS[why] ?? why}${rest}`;
}

/** Whether no source that was read says anything about AI use. */
export function isSilent({ preferences, reasons, terms, unread = [], uses }) {
  const isStated = Object.values(uses).some((answer) => answer !== null && answer !== 'unstated');
  return !isStated && !preferences && !terms && !reasons.some(({ use }) => use) && !unread.some(({ from }) => from);
}

/**
 * The answer about AI use where no source says anything about it: silence, or not known, with the reason. The sources that were not
 * given are named together.
 */
export function silenceOf({ uses, unread = [] }) {
  const open = Object.keys(uses).filter((use) => uses[use] === null);
  if (open.length === 0) return { value: 'unstated', of: [], why: 'no source states anything' };
  const keeping = unread.filter(({ keeps }) => keeps.some((asked) => open.includes(asked)));
  const absent = keeping.filter(({ why }) => why === 'not-given').map(({ source }) => SOURCES[source]);
  const others = keeping.filter(({ why }) => why !== 'not-given');
  const said = others.map(({ source, why }) => `${SOURCES[source]}: ${WHYS[why] ?? why}`);
  if (absent.length > 0) said.push(`not given: ${absent.join(', ')}`);
  const of = open.length < Object.keys(uses).length ? open : [];
  return { value: null, of, why: said.join('; ') };
}

/** What is said of a page of which `ofPage` has no sentence. */
function rest(answer) {
  const { access, directives, reasons, uses } = answer;
  const set = Object.entries(directives);
  // The highest level of a preview restricts nothing.
  const restricts = ([name, value]) => name !== 'max-image-preview' || value !== 'large';
  if (set.some(restricts)) return SAID.RESTRICTED;
  const asks = (value) => value === 'disallow' || value === 'conditional';
  if (Object.values(uses).some(asks) || reasons.some(({ use, value }) => use && asks(value)))
    return SAID.RESTRICTED_FOR_AI;
  // Nothing is said to be free while something may forbid it.
  const isKnown = access.allowed !== null && !Object.values(uses).includes(null);
  const free = isMoot(answer) ? SAID.NOTHING_ELSE : SAID.FREE;
  return filled(isKnown ? free : SOME_UNKNOWN, faultsOf(answer));
}

/** Whether the page may not be fetched, so that a client that obeys meets none of its statements. */
export function isMoot({ access }) {
  return access.allowed === false;
}

/** The sentence of the page in the place of `FREE` where an answer is not known. */
export const SOME_UNKNOWN = 'Some of its answers are not known{}.';

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

/** The answer about AI use in one word: the strictest about any use of it; not known before it is a yes. */
export function aiUseOf({ uses }) {
  const answers = ['train', 'train-other', 'input', 'ai-index'].map((use) => uses[use]);
  // `null` is an answer: not known.
  const [first] = ['disallow', null, 'conditional', 'allow', 'unstated'].filter((answer) => answers.includes(answer));
  return first;
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
    ['unsaid', ['unsaid', 'some']],
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

/** The uses that documents of engines are about. */
export const OF_ENGINES = ['train', 'input'];

/** What an engine is asked about a use; documents of its owner may limit one that nothing forbids. */
export function askedOf({ as: reading, uses }, activity) {
  const asked = uses[activity];
  if (asked !== 'unstated' && asked !== null) return asked;
  return reading[activity === 'input' ? 'answer' : activity] === 'limited' ? 'limited' : asked;
}

/** Whether its owner says that it listens to what it is asked not to do. */
export function listensOf({ as: reading }) {
  const asked = OF_ENGINES.filter((activity) => reading.asked_not_to[activity] === true);
  const heard = new Set(asked.map((activity) => reading.listens[activity]));
  if (heard.size === 0) return 'unstated';
  const [first] = heard;
  return heard.size > 1 || first === null ? 'unsaid' : first;
}

/** The uses that its owner documents, where no statement decides them. */
export function usedOf({ as: reading, uses }) {
  const of = (activity) => {
    const used = reading[activity === 'input' ? 'answer' : activity];
    if (used === true) return [`for ${activity}`];
    return used === false && uses[activity] !== 'disallow' ? [`never for ${activity}`] : [];
  };
  return OF_ENGINES.flatMap(of).join(', ');
}
