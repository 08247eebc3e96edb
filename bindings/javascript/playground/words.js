// The words of answers: sentences, rows, and the notes of robots.txt.

const BANS = [
  ['noindex', 'shown in results'],
  ['nosnippet', 'excerpted'],
  ['noarchive', 'offered as a stored copy'],
  ['notranslate', 'offered in translation'],
  ['noai', 'used for AI'],
  ['noml', 'used for machine learning'],
];

const SENTENCES = [
  ['nofollow', 'Its links must not be followed.'],
  ['noimageindex', 'Its images must not be indexed.'],
  ['noimageai', 'Its images must not be used for AI.'],
];

/** What is wrong with a document, by the reason that it was not read. */
const UNREAD = {
  'content-coding': 'is still coded',
  encoding: 'is in an encoding that decodes to nothing',
  'not-requested': 'was not requested',
};

/**
 * The verdict in one sentence or some: those of the program, of which `crates/cli/src/text/sentence.rs` has the original.
 * tests/browser/words.test.mjs compares them.
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

function ofPage(answer) {
  const { directives, snippet } = answer;
  const has = ([name]) => Object.hasOwn(directives, name);
  const bans = BANS.filter(has).map(([, ban]) => ban);
  const said = bans.length > 0 ? [`It must not be ${bans.join(', nor ')}.`] : [];
  said.push(...SENTENCES.filter(has).map(([, sentence]) => sentence));
  if (snippet.max_chars !== null && snippet.allowed !== false)
    said.push(`Excerpts have at most ${snippet.max_chars} characters.`);
  const until = directives.unavailable_after;
  if (until && !has(['noindex'])) said.push(`It must not be shown in results after ${until}.`);
  const unread = (answer.unread ?? []).find(({ source }) => source === 'document');
  if (unread !== undefined)
    said.push(`The document ${UNREAD[unread.why] ?? 'was not read whole'}: its answers are not known.`);
  return said;
}

/** What is said of a page of which `ofPage` has no sentence. */
function rest(answer) {
  const { access, directives, uses } = answer;
  const set = Object.entries(directives);
  // The highest level of a preview restricts nothing.
  const restricts = ([name, value]) => name !== 'max-image-preview' || value !== 'large';
  if (set.length > 0 && (access.allowed === false || set.some(restricts)))
    return 'Its use is restricted as shown.';
  if (Object.values(uses ?? {}).some((use) => use === 'disallow' || use === 'conditional'))
    return 'Its use for AI is restricted as shown.';
  return `What was read restricts nothing${faultsOf(answer)}.`;
}

/** Why it may be fetched or not, where no line decides. */
export function accessNote({ access, robots_cause: cause }) {
  const causes = {
    absent: 'there is no robots.txt',
    refused: 'the server refuses robots.txt',
    redirects: 'robots.txt redirects without end',
    'rate-limited': 'the server wants robots.txt to be fetched later',
    'server-error': 'the server failed to send robots.txt',
    'network-error': 'robots.txt could not be fetched',
    undecodable: 'robots.txt could not be decoded',
  };
  const why = causes[cause] ?? 'robots.txt has no rules';
  const notes = {
    'allow-rule': '',
    'disallow-rule': '',
    'no-match': `no rule of group ${access.group ?? ''} matches`,
    'no-group': 'no group is for this client',
    'robots-txt-itself': 'every client may fetch robots.txt itself',
    unavailable: `${why}: everything is allowed`,
    unreachable: `${why}: the site counts as closed`,
    'not-obeyed': 'this client does not obey robots.txt',
    'may-not-be-obeyed': 'this client does not always obey robots.txt',
    'makes-no-requests': 'no request is made with this name',
    unsaid: 'the owner of this client does not say which group binds it',
    unknown: cause === undefined ? 'robots.txt was not fetched' : `${why}, and it is unknown what follows`,
  };
  return notes[access.reason] ?? access.reason;
}

/** The rows of the answers: label, the answer, and the directives that decide it. */
export const ROWS = [
  ['fetch', (answer) => answer.access.allowed, ['disallow', 'allow']],
  ['index', (answer) => answer.index, ['noindex', 'unavailable_after']],
  ['follow', (answer) => answer.follow, ['nofollow']],
  ['archive', (answer) => answer.archive, ['noarchive']],
  ['snippet', (answer) => answer.snippet.allowed, ['nosnippet', 'max-snippet']],
];

/** Directives about AI. */
export const AI_DIRECTIVES = ['noai', 'noimageai', 'noml'];

/** The uses of AI with what they are. */
export const USES = [
  ['train', 'training of a generative model'],
  ['train-other', 'training of other models'],
  ['input', 'input to a generative model'],
  ['ai-index', 'a store of an AI system'],
  ['search', 'results with a link and an excerpt'],
  ['mine', 'other text and data mining'],
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
