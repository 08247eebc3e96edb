// What the page holds, as `lint` takes it; and from a place of a finding to the bytes of an input.

import { decoded, encoded, toBase64, wellFormed } from './octets.js';
import { partBytes } from './places.js';
import { isGiven, isOk, robotsInput } from './state.js';

/** The name of the response in findings; no person sees it. */
const PAGE = 'page';

/** Longer inputs are left to the program: every engine is asked twice about each finding. */
export const MOST_LINTED = 2_000_000;

/** The inputs of findings, by their names, and the titles of editors. */
const TITLES = { fields: 'Response fields', html: 'HTML', robots: 'robots.txt', robotsCached: 'Last good robots.txt', tdmrep: 'tdmrep.json' };

/** The input of the module, null where there is nothing to look at, and its length in bytes. */
export function lintInputOf(state) {
  const input = { sentences: true };
  const robots = robotsInput(state);
  if (isGiven(state[robots]) && (robots !== 'robots' || isOk(state.robotsStatus))) input.robots = given(state[robots]);
  if (isGiven(state.tdmrep) && (state.tdmrepStatus === '' || isOk(state.tdmrepStatus))) input.tdmrep = given(state.tdmrep);
  const [license] = state.licenses;
  if (license?.body) input.license = { text: wellFormed(license.body) };
  const page = { name: PAGE, url: wellFormed(state.url.trim()) || '/', cut: state.cut };
  if (state.status !== '' && state.status !== '0') page.status = Number(state.status);
  if (state.fields.trim() !== '') page.fields = wellFormed(state.fields);
  if (isGiven(state.html)) page.html = given(state.html);
  if (page.fields !== undefined || page.html !== undefined) input.pages = [page];
  const text = JSON.stringify(input);
  return Object.keys(input).length > 1 ? text : null;
}

function given(part) {
  return part.bytes === null ? { text: wellFormed(part.text) } : { base64: toBase64(part.bytes) };
}

/** The clock of findings: that of the question, or the present. */
export function lintClockOf(state, now) {
  const own = Date.parse(state.now.trim());
  return Number.isNaN(own) ? now : own;
}

/** The editor of a place of a finding, or null. */
export function editorOfPlace(state, { input }) {
  const editors = { [PAGE]: 'html', [`${PAGE} (fields)`]: 'fields', 'robots.txt': robotsInput(state), 'tdmrep.json': 'tdmrep' };
  return editors[input] ?? null;
}

/** A place of a finding as bytes of an editor, `{input, start, end}`, or null where the editor does not have its text there. */
export function markOfPlace(state, place) {
  const input = editorOfPlace(state, place);
  const [start, end] = place.bytes;
  if (input === null || place.line === 0) return null;
  const bytes = input === 'fields' ? encoded(state.fields) : partBytes(state[input]);
  const shown = decoded(encoded(place.text).subarray(...place.marked));
  const own = decoded(bytes.subarray(start, end)).replaceAll('\t', ' ');
  return own.startsWith(shown) ? { input, start, end } : null;
}

/** A place of a finding in words. */
export function placeOfFinding(state, place) {
  const name = TITLES[editorOfPlace(state, place)] ?? (place.input === 'license.xml' ? 'The licence' : place.input);
  return place.line === 0 ? name : `${name}, line ${place.line}`;
}
