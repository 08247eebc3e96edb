// What the page asks: one object of plain values, and the record of `eval --jsonl` that follows from it.

import { READING, SOURCES } from './contract.js';
import { keysOfFields, readFields, writeFields } from './fields.js';
import { decoded, fromBase64, toBase64, wellFormed } from './octets.js';

/** An input that is a document: characters, or the bytes of a file. A named one is shown by excerpts. */
export function emptyPart() {
  return { text: '', bytes: null, name: '' };
}

/** The bytes of a file as an input. */
export function heldPart(bytes, name) {
  return { text: '', bytes, name };
}

export function isGiven(part) {
  return part.bytes !== null || part.text !== '';
}

/** The documents of the state, with their keys in a record, and as subjects of sentences. */
export const DOCUMENTS = [
  ['html', 'html', 'The HTML'],
  ['robots', 'robots_txt', 'The robots.txt'],
  ['robotsCached', 'robots_cached', 'The last good robots.txt'],
  ['tdmrep', 'tdmrep', 'The tdmrep.json'],
];

// Keys of a record that are a text: name in the state, key.
const TEXTS = [
  ['url', 'url'],
  ['now', 'now'],
  ['signatureAgent', 'signature_agent'],
];

// Keys that are lists of words, each with the character between two. A policy token may have commas itself.
const LISTS = [
  ['pageAgent', 'page_agent', ','],
  ['purposes', 'purposes', ','],
  ['policyTokens', 'policy_tokens', ';'],
];

// Options of the reading with their defaults, and their names in the state.
const OPTIONS = Object.entries(READING)
  .filter(([key]) => key !== 'metas')
  .map(([key, standard]) => [key.replace(/_(.)/g, (_, letter) => letter.toUpperCase()), key, standard]);

const METAS = READING.metas;

/** What may be assumed away: a source by name, or all that is not given. */
export const ASSUMED = [...Object.keys(SOURCES), 'rest'];

export function emptyState() {
  const state = { fields: '', who: 'agent', agent: '', robotsStatus: '', tdmrepStatus: '', robotsHours: '' };
  Object.assign(state, { status: '', cut: false, assumed: [], urls: '' });
  Object.assign(state, { obeysGlobal: true, siteUp: '', licenses: [], metas: [...METAS] });
  for (const [name] of [...TEXTS, ...LISTS]) state[name] = '';
  for (const [name, , standard] of OPTIONS) state[name] = standard;
  for (const [name] of DOCUMENTS) state[name] = emptyPart();
  return state;
}

/** Whether nothing about the response or its site was given. */
export function isBare(state) {
  const documents = DOCUMENTS.some(([name]) => isGiven(state[name]));
  const statuses = [state.status, state.robotsStatus, state.tdmrepStatus].some((status) => status !== '');
  return state.fields.trim() === '' && !documents && !statuses;
}

/** The words of a list as people write it: commas, or another separator, between them, and blanks around. */
export function words(text, separator = ',') {
  return text
    .split(separator)
    .map((word) => word.trim())
    .filter((word) => word !== '');
}

/** Why a state has no record, a sentence, or null: whatever cannot be read would be missing in its answer. */
export function faultOf(state) {
  const { fault, status } = readFields(state.fields);
  if (fault !== null) return `The fields are not read, so there is no answer: ${fault}.`;
  if (status !== null && state.status !== '' && Number(state.status) !== status)
    return `The fields have the status ${status}, and ${state.status} is chosen. Choose “not stated”.`;
  // No status line begins a document.
  for (const [name, , title] of DOCUMENTS) {
    const { text, bytes } = state[name];
    if (/^\s*HTTP\//.test(bytes === null ? text : decoded(bytes.subarray(0, 64))))
      return `${title} begins with a status line, so there is no answer. Open the response as a file.`;
  }
  const hours = state.robotsHours;
  if (hours.trim() === '' || Number(hours) >= 0) return null;
  return `“${hours}” is not a number of hours from 0; write it as 48 or 0.5`;
}

/** The record of `eval --jsonl`, with the keys that differ from its defaults. An error says why there is none. */
export function recordOf(state) {
  const fault = faultOf(state);
  if (fault !== null) throw new Error(fault);
  const record = {};
  for (const [name, key] of TEXTS) {
    const text = wellFormed(state[name].trim());
    if (text !== '') record[key] = text;
  }
  addAsker(record, state);
  if (state.status !== '') record.status = Number(state.status);
  Object.assign(record, keysOfFields(state.fields));
  addDocuments(record, state);
  if (state.cut) record.cut = true;
  if (state.assumed.length > 0) record.assume_absent = state.assumed;
  const licenses = state.licenses.filter(({ url, body }) => url.trim() !== '' || body !== '');
  if (licenses.length > 0) record.licenses = licenses.map(({ url, body }) => ({ url: url.trim(), body }));
  const options = optionsOf(state);
  if (Object.keys(options).length > 0) record.options = options;
  return record;
}

function addAsker(record, state) {
  const tokens = words(wellFormed(state.agent));
  if (state.who === 'as') {
    if (tokens.length > 0) record.as = wellFormed(state.agent.trim());
    return;
  }
  if (tokens.length > 0) record.agent = tokens.length === 1 ? tokens[0] : tokens;
  for (const [name, key, separator] of LISTS) {
    const list = words(wellFormed(state[name]), separator);
    if (list.length > 0) record[key] = list;
  }
  if (!state.obeysGlobal) record.obeys_global = false;
}

function addDocuments(record, state) {
  if (state.robotsStatus !== '') record.robots_status = Number(state.robotsStatus);
  if (state.tdmrepStatus !== '') record.tdmrep_status = Number(state.tdmrepStatus);
  if (state.robotsHours.trim() !== '') record.robots_hours = Number(state.robotsHours);
  if (state.siteUp !== '') record.site_up = state.siteUp === 'yes';
  for (const [name, key] of DOCUMENTS) {
    const part = state[name];
    // A text area without characters is no file: an empty file can be opened.
    if (!isGiven(part) || (name === 'robots' && state.robotsStatus === '')) continue;
    if (part.bytes !== null) record[`${key}_base64`] = toBase64(part.bytes);
    else record[key] = wellFormed(part.text);
  }
}

/** Whether a status brings a document. */
export function isOk(status) {
  return Number(status) >= 200 && Number(status) < 300;
}

function optionsOf(state) {
  const options = {};
  for (const [name, key, standard] of OPTIONS) {
    if (state[name] !== standard) options[key] = state[name];
  }
  if (state.metas.join() !== METAS.join()) options.metas = state.metas;
  return options;
}

/** The name of the input that holds the rules of robots.txt: the last good copy where the fetch failed. */
export function robotsInput(state) {
  return isOk(state.robotsStatus) || !isGiven(state.robotsCached) ? 'robots' : 'robotsCached';
}

/** The state of a record. `passed` are the keys that this page has no control for. */
export function stateOf(record) {
  if (record.fields !== undefined && record.headers !== undefined)
    throw new Error('it has both `fields` and `headers`');
  const state = emptyState();
  // The page asks for parts of each document.
  const used = new Set(['id', 'fields', 'parts']);
  const take = (key) => {
    used.add(key);
    return record[key] ?? null;
  };
  for (const [name, key] of TEXTS) state[name] = asText(take(key));
  for (const [name, key, separator] of LISTS) state[name] = asList(take(key), separator);
  const pasted = asText(record.fields).replace(/\r\n?/g, '\n');
  state.fields = record.fields === undefined ? fieldsOf(take('headers')) : pasted;
  const engine = take('as');
  state.who = engine === null ? 'agent' : 'as';
  state.agent = engine === null ? asList(take('agent')) : asText(engine);
  state.obeysGlobal = take('obeys_global') !== false;
  state.status = asText(take('status'));
  state.cut = take('cut') === true;
  state.assumed = [take('assume_absent') ?? []].flat().map(asText);
  takeDocuments(state, take);
  const options = take('options') ?? {};
  for (const [name, key, standard] of OPTIONS) state[name] = options[key] ?? standard;
  if (Array.isArray(options.metas)) state.metas = options.metas.map(asText);
  const passed = Object.keys(record).filter((key) => !used.has(key));
  const known = ['metas', ...OPTIONS.map(([, key]) => key)];
  passed.push(...Object.keys(options).filter((key) => !known.includes(key)));
  if (state.licenses.length > 1) passed.push('the licenses after the first');
  return { state, passed };
}

function takeDocuments(state, take) {
  for (const [name, key] of DOCUMENTS) {
    const [text, bytes] = [take(key), take(`${key}_base64`)];
    if (bytes !== null) state[name] = heldPart(bytesOf(`${key}_base64`, bytes), key);
    // A text area without characters gives nothing; a file without bytes is a document.
    else if (text === '') state[name] = heldPart(new Uint8Array(0), key);
    // Its text area would lose the CRs, and the places of a document count them.
    else if (/\r/.test(text) && !name.startsWith('robots')) state[name] = { text, bytes: null, name: key };
    else if (text !== null) state[name].text = asText(text);
    // Without a status an empty text may stand for a file that is missing.
    if (name === 'robots' && (text || bytes)) state.robotsStatus = '200';
  }
  state.robotsStatus = asText(take('robots_status') ?? state.robotsStatus);
  state.tdmrepStatus = asText(take('tdmrep_status'));
  state.robotsHours = asText(take('robots_hours'));
  const isUp = take('site_up');
  state.siteUp = isUp === null ? '' : isUp ? 'yes' : 'no';
  const licenses = take('licenses');
  state.licenses = (Array.isArray(licenses) ? licenses : []).map((license) => ({
    url: asText(license?.url),
    body: license?.body_base64 ? decoded(bytesOf('body_base64', license.body_base64)) : asText(license?.body),
  }));
}

function asText(value) {
  return value === null || value === undefined ? '' : String(value);
}

function asList(value, separator = ',') {
  return Array.isArray(value) ? value.map(asText).join(`${separator} `) : asText(value);
}

function bytesOf(key, text) {
  try {
    return fromBase64(asText(text));
  } catch {
    throw new Error(`the value of ${key} is not base64`);
  }
}

function fieldsOf(headers) {
  const pairs = (headers ?? []).map(([name, value]) => [asText(name), asText(value)]);
  const split = pairs.find((pair) => /[\r\n]/.test(pair.join('')));
  if (split !== undefined)
    throw new Error(`the header ${split[0]} has a line end, which no line of fields holds`);
  return writeFields(pairs);
}
