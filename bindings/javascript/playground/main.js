// The page: what was typed becomes a question, and its answer is shown.

import { core } from '../lib/core.js';
import { assume, chooseAsker, makeAssumed, readState, setControl, showWho, writeState } from './controls.js';
import { engineOfToken, tokenOfUserAgent } from './agent.js';
import { byId, make, quietButton, replaceChildren, sentence, withCode } from './dom.js';
import { editorOf, holdPart, makeEditors, marksAtCaret, noteText, partOf } from './editors.js';
import { paint, setPart, showMark } from './editors.js';
import { blankEngines, makeEngines, showEngines } from './engines.js';
import { pageExamples, stateOfExample } from './examples.js';
import { readFields, readFieldsWith } from './fields.js';
import { blankFindings, showFindings, showUnlinted } from './findings.js';
import { MOST_LINTED, lintClockOf, lintInputOf } from './lint-input.js';
import { decoded, encoded, fromBase64, strictlyDecoded, visible } from './octets.js';
import { withEdits } from './edits.js';
import { showMany, urlsOf } from './many.js';
import { makeMeaning, showMeaning } from './meaning.js';
import { placesOf } from './places.js';
import { MOST_OF_LINK, fragmentOf, recordOfFragment, unlinked } from './share.js';
import { liveCommand, quoted, readRecord, recordCommand } from './share.js';
import { emptyPart, emptyState, faultOf, heldPart, isBare, isGiven, recordOf, stateOf } from './state.js';
import { listenToStrip } from './strip.js';
import { hasBefore, markOwn, remember, takeBack } from './undo.js';
import { showAnswer, showFailure, statementsOf } from './view.js';
import { newestOnly, pageModule, serveWorker, startWork } from './work.js';

const page = {
  editors: [],
  engines: null,
  names: [],
  known: [],
  tokens: [],
  rules: new Map(),
  work: null,
  ask: null,
  timer: 0,
  // Whether the last change is not asked about yet.
  isDue: false,
  statements: [],
  link: null,
  // The status of robots.txt that came with its text, not by hand; it goes with the text.
  ownStatus: null,
};

/** What the page asks: what its controls hold, with the product token in the place of a whole User-Agent string. */
function question() {
  const state = readState(page.editors);
  const token = tokenOfUserAgent(state.agent, page.tokens);
  if (token === null) return state;
  return { ...state, agent: state.who === 'as' ? engineOfToken(token, page.known) : token, cutFrom: token };
}

/** A change of an input: the answer follows shortly. */
function changed() {
  clearTimeout(page.timer);
  for (const name of ['answer', 'findings']) byId(name).setAttribute('aria-busy', 'true');
  page.isDue = true;
  page.timer = setTimeout(() => {
    page.isDue = false;
    page.ask?.(question());
  }, 120);
}

/** A change by hand: what was said before is past. */
function touched() {
  say('');
  markOwn();
  changed();
}

/** Before something that no hand typed replaces what the page holds. */
function replacing() {
  remember(readState(page.editors));
  byId('undo').disabled = !hasBefore();
}

async function answerOne(state, isNewest) {
  const now = Date.now();
  const started = performance.now();
  const about = aboutOf(state, now);
  let answer;
  try {
    noteInputs(state);
    answer = faultOf(state) === null && isBare(state) ? null : await answerOf(state, now);
  } catch (error) {
    answer = { error: { message: `The reader failed: ${error.message}` } };
  }
  if (!isNewest()) return;
  document.documentElement.dataset.took = String(performance.now() - started);
  show(state, answer, about);
  // The answer to an older question is shown, and another one follows.
  byId('answer').setAttribute('aria-busy', String(page.isDue));
  if (answer === null || answer.error) {
    showMany('', [], []);
    blankFindings();
    byId('findings').setAttribute('aria-busy', String(page.isDue));
    return blankEngines(page.engines);
  }
  await answerMany(state, now, isNewest);
  // More than a hundred engines are asked where no further change comes soon: typing does not wait for them.
  await new Promise((resolve) => setTimeout(resolve, PAUSE));
  if (!isNewest()) return;
  const { who, agent } = state;
  const general = { ...state, who: 'agent', agent: '', pageAgent: '', purposes: '', policyTokens: '' };
  Object.assign(general, { signatureAgent: '', obeysGlobal: true });
  try {
    const answers = await page.work.ask({ kind: 'verdict', state: general, now, names: page.names });
    if (isNewest()) showEngines(page.engines, answers, who === 'as' ? agent.trim() : '');
  } catch {
    blankEngines(page.engines);
  }
  if (!isNewest()) return;
  await answerFindings(state, now, isNewest);
  if (isNewest()) byId('findings').setAttribute('aria-busy', String(page.isDue));
}

/** What an owner got wrong in these inputs. */
async function answerFindings(state, now, isNewest) {
  const input = lintInputOf(state);
  if (input === null) return blankFindings();
  if (input.length > MOST_LINTED) return showUnlinted('These inputs are too long to look for mistakes here; `robots-policy lint` does.');
  let found;
  try {
    found = await page.work.ask({ kind: 'lint', text: input, now: lintClockOf(state, now) });
  } catch (error) {
    found = { error: error.message };
  }
  if (!isNewest()) return undefined;
  if (found.error) return showUnlinted(`Mistakes were not looked for: ${found.error}.`);
  return showFindings(found, state, page.rules, { choose: chooseFinding, fix: makeFix });
}

/** Marks the bytes of a finding, and leads to them. */
function chooseFinding({ id, level }, mark) {
  chosenButtons([]);
  chosenFinding(id);
  if (mark === null) return;
  const kind = level === 'info' ? 'notice' : level;
  paintMarks({ ...mark, kind, id });
  showMark(editorOf(page.editors, mark.input), { ...mark, id });
}

function chosenFinding(id) {
  for (const button of document.querySelectorAll('[data-finding]'))
    button.classList.toggle('is-chosen', button.dataset.finding === id);
}

/** Makes the fix of a finding, if the input is still the one that was looked at. */
function makeFix({ fix }, name, looked) {
  const editor = editorOf(page.editors, name);
  const part = partOf(editor);
  const own = name === 'fields' ? { ...emptyPart(), text: looked.fields } : looked[name];
  if (part.text !== own.text || part.bytes !== own.bytes) return warn('The text has changed. The fix is offered again in a moment.');
  replacing();
  setPart(editor, withEdits(part, fix.edits));
  touched();
  const [{ start, text }] = fix.edits;
  showMark(editor, { start, end: start + encoded(text).length, id: '' });
  return sayReplaced('The fix was made.');
}

/** Answers the URLs that were listed. */
async function answerMany(state, now, isNewest) {
  const urls = urlsOf(state.urls);
  try {
    const answers = urls.length === 0 ? [] : await page.work.ask({ kind: 'urls', state, now, urls });
    if (isNewest()) showMany(state.urls, urls, answers);
  } catch {
    showMany('', [], []);
  }
}

function aboutOf(state, now) {
  const clock =
    state.now.trim() === '' ? `${new Date(now).toISOString().slice(0, 19)}Z, the present` : state.now.trim();
  const html = isGiven(state.html) ? '' : ' · without a document';
  return `For ${whoOf(state)}${state.who === 'as' ? ', read as this engine' : ''} · clock ${visible(clock)}${html}`;
}

function whoOf({ agent }) {
  return visible(agent.trim() === '' ? 'a client that no one names' : agent.trim());
}

function show(state, answer, about) {
  showMeaning(null, byId('verdict'));
  page.statements = [];
  if (answer === null) {
    showFailure('Paste fields, HTML or a robots.txt, or choose an example.');
  } else if (answer.error) {
    showFailure(answer.error.message);
  } else {
    page.statements = statementsOf(answer, placesOf(state), whoOf(state));
    showAnswer(answer, page.statements, { choose: chooseStatement, assume: assumeAbsent }, about);
  }
  paintMarks(null);
}

/** Shows the marks of statements, and one more if it is given. */
function paintMarks(more) {
  for (const editor of page.editors) {
    const own = page.statements.filter(({ place }) => place?.input === editor.name);
    const marks = own.flatMap(({ id, kind, place, covers }) => [place, ...covers].map((part) => ({ kind, id, ...part })));
    paint(editor, more?.input === editor.name ? [...marks, more] : marks);
  }
}

/** Takes a source for absent, by the word of the one who clicks. */
function assumeAbsent(source) {
  assume(source);
  touched();
}

function chooseStatement({ id, item, place }) {
  chosenButtons([id]);
  chosenFinding(null);
  const editor = place === null ? null : editorOf(page.editors, place.input);
  showMeaning(item, editor?.root ?? byId('verdict'));
  if (editor !== null) showMark(editor, { ...place, id });
}

function chosenButtons(ids) {
  for (const button of document.querySelectorAll('[data-statement]')) {
    button.classList.toggle('is-chosen', ids.includes(Number(button.dataset.statement)));
  }
}

function noteInputs(state) {
  const cut = `This is a User-Agent string. The question is about its product token, \`${state.agent}\`.`;
  byId('agent-note').hidden = state.cutFrom === undefined;
  replaceChildren(byId('agent-note'), ...(state.cutFrom === undefined ? [] : withCode(cut)));
  for (const editor of page.editors) noteText(editor, notesOf(editor.name, state));
  byId('limit').hidden = page.work.isApart;
}

function notesOf(name, state) {
  if (name === 'robots' && state.robotsStatus === '' && isGiven(state.robots)) {
    return ['This text is not used: its status says that it was not fetched.'];
  }
  if (name !== 'fields') return [];
  const { fault, body } = readFields(state.fields);
  if (body === null) return fault === null ? [] : [sentence(fault)];
  return [[`${sentence(fault)} `, quietButton('Move it to HTML', moveBody)]];
}

function moveBody() {
  const { area } = editorOf(page.editors, 'fields');
  const html = editorOf(page.editors, 'html');
  if (isGiven(partOf(html)))
    return warn('HTML is not empty, so the body was not moved. Empty HTML first, or delete the body.');
  const { body } = readFields(area.value);
  const bytes = encoded(area.value);
  area.value = decoded(bytes.subarray(0, body)).trimEnd();
  setPart(html, { ...emptyPart(), text: decoded(bytes.subarray(body)) });
  return touched();
}

/** Takes a file that may be a whole saved response; one that is refused changes nothing. */
async function receiveResponse(bytes, name) {
  const opened = await openedBy('response', bytes);
  if (opened.error) return warn(`${visible(name)} was not opened: ${visible(opened.error)}. ${evalCommand(name)}`);
  const { fields, html_base64: html, cut, notices } = opened;
  replacing();
  markOwn();
  setPart(editorOf(page.editors, 'fields'), { ...emptyPart(), text: fields });
  setPart(editorOf(page.editors, 'html'), html === null ? emptyPart() : heldPart(fromBase64(html), name));
  // Its status is in its fields.
  setControl('status', '');
  byId('cut').checked = cut;
  changed();
  return sayOpened(name, notices);
}

async function openedBy(kind, bytes) {
  try {
    return await page.work.ask({ kind, bytes });
  } catch (error) {
    return { error: error.message };
  }
}

function sayOpened(name, notices, more = '') {
  const said = [`${visible(name)} was opened.${more}`, ...notices.map((notice) => visible(sentence(notice)))].join(' ');
  return notices.length > 0 ? warn(said) : say(said);
}

/** The command that says more about a file. */
function evalCommand(name) {
  const { who, agent } = question();
  const flag = who === 'as' ? '--as' : '--agent';
  const asker = agent.trim() === '' ? '' : ` ${flag} ${quoted(visible(agent.trim()))}`;
  return `\`robots-policy eval${asker} ${quoted(visible(name))}\` reads such files, or says why not.`;
}

/** Takes the file of a robots.txt, alone or as a saved response. */
async function receiveRobots(bytes, name) {
  const editor = editorOf(page.editors, 'robots');
  const opened = await openedBy('robots', bytes);
  if (opened.error) {
    const command = '`robots-policy eval --robots FILE` reads such files, or says why not.';
    return warn(`${visible(name)} was not opened: ${visible(opened.error)}. ${command}`);
  }
  const { status, body_base64: body, notices } = opened;
  if (status !== null) setOwnStatus(String(status));
  // The status of a former file is not that of this one.
  else if (page.ownStatus !== null) setOwnStatus('');
  holdPart(editor, heldPart(fromBase64(body), name));
  return sayOpened(name, notices, ` Its status is ${status ?? 200}.`);
}

/** Sets the status of robots.txt for a text that comes, or for none. */
function setOwnStatus(status) {
  setControl('robotsStatus', status);
  page.ownStatus = status;
}

/** Puts a question into the page. */
function write(state) {
  writeState(page.editors, state);
  page.ownStatus = isGiven(state.robots) ? state.robotsStatus : null;
}

/** Says what has replaced the work before, and how to get that back. */
function sayReplaced(text) {
  say(hasBefore() ? `${text} “Undo” brings back what was here before.` : text);
}

function undo() {
  write(takeBack(readState(page.editors)));
  byId('undo').disabled = !hasBefore();
  say('What was here before is back.');
  changed();
}

// Sharing.

function say(text) {
  byId('said').textContent = text;
  byId('said').classList.remove('is-warning');
}

function warn(text) {
  say(text);
  byId('said').classList.add('is-warning');
  byId('said').scrollIntoView({ block: 'nearest' });
}

/** Copies a text; where the browser refuses, shows it to be copied by hand. */
async function copyText(make, done) {
  let text;
  try {
    text = await make();
  } catch (error) {
    return warn(error.message);
  }
  byId('copied').value = text;
  try {
    await navigator.clipboard.writeText(text);
    byId('copied-part').hidden = true;
    say(done);
  } catch {
    byId('copied-part').hidden = false;
    byId('copied').focus();
    byId('copied').select();
    say('The browser does not let the page copy; the text is selected below.');
  }
  return undefined;
}

async function linkOf() {
  const fragment = await fragmentOf(question());
  if (fragment.length > MOST_OF_LINK) {
    throw new Error(
      `The link would have ${fragment.length} characters, and some programs cut such links. Download the record instead.`,
    );
  }
  page.link = fragment;
  history.replaceState(null, '', fragment);
  return location.href;
}

function download() {
  let text;
  try {
    text = `${JSON.stringify(recordOf(question()))}\n`;
  } catch (error) {
    return warn(error.message);
  }
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  make('a', { href: address, download: 'robots-policy-record.json' }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
  return say('The record was downloaded. `robots-policy eval --jsonl FILE` answers it.');
}

/**
 * Opens a record, if the reader accepts it as it is; `text` is its JSON. The page then asks again with what it holds of
 * it, and says where the answer is another one.
 */
async function load(text, record, where) {
  const now = Date.now();
  const asked = await page.work.ask({ kind: 'record', text, now });
  if (asked.error) throw new Error(`the reader refuses it: ${asked.error.message}`);
  const { state, passed } = stateOf(record);
  replacing();
  write(state);
  const held = await answerOf(question(), now);
  const keys = passed.join(', ');
  const left = passed.length > 0 ? ` Keys that this page does not have were left out: ${keys}.` : '';
  // Fields of a link that cannot be read are in the page as they are, and its answer says so.
  const isSaid = record.fields !== undefined && held.error;
  const other = isSaid ? '' : changesOf(asked, held);
  if (other !== '') warn(visible(`${where}${left} The page cannot hold it exactly: ${other}.`));
  else if (left !== '') warn(visible(`${where}${left}`));
  else say(where);
  changed();
}

/** The answer to a question, or why there is none. */
async function answerOf(state, now) {
  const fault = faultOf(state);
  if (fault !== null) return { error: { message: fault } };
  const [answer] = await page.work.ask({ kind: 'verdict', state, now, names: null });
  return answer;
}

/** In what the answer here is not that of the record; an empty text if they are the same. */
function changesOf(asked, held) {
  if (held.error) return 'here it has no answer, and the record has one';
  const names = new Set([...Object.keys(asked), ...Object.keys(held)]);
  const own = [...names].filter(
    (name) => name !== 'id' && name !== 'parts' && JSON.stringify(asked[name]) !== JSON.stringify(held[name]),
  );
  return own.length > 0 ? `its answer here differs from that of the record, in ${own.join(', ')}` : '';
}

async function openRecord(file) {
  try {
    const text = strictlyDecoded(new Uint8Array(await file.arrayBuffer()))?.replace(/^\uFEFF/, '');
    if (text === undefined) throw new Error('it is not UTF-8');
    await load(text, readRecord(text), 'The record was opened.');
  } catch (error) {
    warn(visible(`${file.name} was not opened: ${error.message.replace(/\.$/, '')}.`));
  }
}

/** Takes the question of the address. */
async function openFragment() {
  if (location.hash === page.link) return;
  try {
    const record = await recordOfFragment(location.hash);
    if (record === null) return;
    await load(JSON.stringify(unlinked(record)), record, 'The question of the link was opened.');
    page.link = location.hash;
  } catch (error) {
    warn(visible(`The link was not opened: ${error.message.replace(/\.$/, '')}.`));
  }
}

// The start.

function listen() {
  byId('ask').addEventListener('input', (event) => {
    if (event.target.name === 'who') showWho();
    touched();
  });
  const robots = editorOf(page.editors, 'robots');
  robots.filled = () => {
    if (byId('robotsStatus').value === '') setOwnStatus('200');
  };
  // Else the status would be that of an empty file, which allows everything.
  robots.emptied = () => {
    if (page.ownStatus !== null) setOwnStatus('');
  };
  robots.area.addEventListener('input', () => {
    if (robots.area.value === '') robots.emptied();
    else robots.filled();
  });
  byId('robotsStatus').addEventListener('input', () => {
    page.ownStatus = null;
  });
  const html = editorOf(page.editors, 'html');
  html.emptied = () => {
    byId('cut').checked = false;
  };
  html.area.addEventListener('input', () => {
    if (html.area.value === '') html.emptied();
  });
  robots.received = receiveRobots;
  editorOf(page.editors, 'fields').received = receiveResponse;
  for (const [name, [text, done]] of Object.entries(COPIES)) byId(`copy-${name}`).addEventListener('click', () => copyText(text, done));
  byId('download').addEventListener('click', download);
  byId('open').addEventListener('change', () => {
    const file = byId('open').files[0];
    if (file !== undefined)
      openRecord(file).finally(() => {
        byId('open').value = '';
      });
  });
  byId('clear').addEventListener('click', () => {
    history.replaceState(null, '', location.pathname + location.search);
    page.link = null;
    replacing();
    write(emptyState());
    sayReplaced('All inputs are empty.');
    changed();
    byId('url').focus();
  });
  byId('urls').addEventListener('input', touched);
  byId('undo').addEventListener('click', undo);
  // On a narrow screen; a keyboard has the link at the top of the page.
  listenToStrip();
  addEventListener('hashchange', openFragment);
  document.addEventListener('selectionchange', () => {
    const editor = page.editors.find(({ area }) => area === document.activeElement);
    if (editor !== undefined && editor.marks.length > 0)
      chosenButtons(marksAtCaret(editor).map(({ id }) => id));
  });
}

/** Milliseconds without a change before all engines are asked. */
const PAUSE = 150;

/** What the buttons copy, by the ends of their names, and what is said then. */
const COPIES = {
  link: [linkOf, 'The link was copied. It holds the whole question.'],
  record: [() => JSON.stringify(recordOf(question())), 'The record was copied, a line for `eval --jsonl`.'],
  command: [() => recordCommand(question()), 'The command was copied.'],
  live: [() => liveCommand(question()), 'The command was copied. It fetches the page as it is now, and asks the same question.'],
};

function fillExamples() {
  const examples = pageExamples();
  const menu = byId('example');
  menu.append(...examples.map(({ name }, i) => make('option', { value: String(i) }, name)));
  menu.addEventListener('change', () => {
    const example = examples[Number(menu.value)];
    if (menu.value === '' || example === undefined) return;
    replacing();
    write(stateOfExample(example));
    sayReplaced(`Example: ${example.name}.`);
    menu.value = '';
    changed();
  });
}

async function startPage() {
  makeMeaning();
  page.editors = makeEditors(touched, replacing);
  try {
    const module = await pageModule();
    readFieldsWith(core(module));
    page.work = await startWork(module);
    const engines = await page.work.ask({ kind: 'engines' });
    page.names = engines.map(({ name }) => name);
    page.known = engines;
    page.tokens = [...new Set(engines.flatMap(({ tokens: own }) => own ?? []))];
    replaceChildren(byId('engine-names'), ...page.names.map((value) => make('option', { value })));
    replaceChildren(byId('token-names'), ...page.tokens.map((value) => make('option', { value })));
    page.engines = makeEngines(engines, chooseEngine);
    const rules = await page.work.ask({ kind: 'rules' });
    page.rules = new Map(rules.map((rule) => [rule.code, rule]));
  } catch (error) {
    showFailure(
      `The reader did not start: ${error.message}. The page needs WebAssembly and DecompressionStream.`,
    );
    return;
  }
  page.ask = newestOnly(answerOne);
  makeAssumed();
  listen();
  fillExamples();
  // A browser may have filled the controls again after a reload.
  write(emptyState());
  await openFragment();
  document.documentElement.dataset.ready = 'true';
  page.ask(question());
}

function chooseEngine(name) {
  chooseAsker(name);
  touched();
}

if (typeof document === 'undefined') serveWorker();
else startPage();
