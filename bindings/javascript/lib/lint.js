/**
 * What `lint` is given, checked before it becomes JSON. A key that is misspelt or a value of another type would be an input that is
 * not looked at, and no finding would say so: each is an error that names it.
 */

import { base64 } from './body.js';
import { octets } from './core.js';
import { hasLone, isGiven, moment, only, refuse } from './given.js';

/** @param {() => object} load The core of core.js. */
export function linter(load) {
  return function lint(input) {
    const { text, now } = lintText(input);
    const answer = load().lint(text, now);
    if (answer.error !== undefined) throw new TypeError(answer.error);
    return answer;
  };
}

/** The files of a site. */
const FILES = ['robots', 'tdmrep', 'license'];

const KEYS = [...FILES, 'pages', 'levels', 'now'];

const KEYS_OF_PAGE = ['name', 'url', 'status', 'headers', 'html', 'cut'];

/** The JSON text of an input, and its clock. */
function lintText(input) {
  only('the input of `lint`', input, KEYS);
  const given = {};
  for (const key of FILES) if (isGiven(input[key])) given[key] = document(`\`${key}\``, input[key]);
  if (isGiven(input.pages)) given.pages = pagesOf(input.pages);
  if (Object.keys(given).length === 0) {
    throw new TypeError('`lint` has nothing to look at; give `robots`, `pages`, `tdmrep` or `license`');
  }
  if (isGiven(input.levels)) given.levels = levelsOf(input.levels);
  return { text: JSON.stringify(given), now: moment(isGiven(input.now) ? { now: input.now } : {}) };
}

function levelsOf(levels) {
  only('`levels`', levels, null);
  for (const [code, level] of Object.entries(levels)) textOf(`\`${code}\` of \`levels\``, level);
  return levels;
}

function pagesOf(pages) {
  if (!Array.isArray(pages)) refuse('`pages`', 'an array', pages);
  // Of an array with holes each place is one.
  return Array.from(pages, (page, at) => pageOf(`pages[${at}]`, page));
}

function pageOf(place, page) {
  only(`\`${place}\``, page, KEYS_OF_PAGE);
  const own = {};
  for (const key of ['name', 'url']) if (isGiven(page[key])) own[key] = textOf(`\`${place}.${key}\``, page[key]);
  if (isGiven(page.status)) own.status = statusOf(`\`${place}.status\``, page.status);
  if (isGiven(page.headers)) own.headers = headersOf(`${place}.headers`, page.headers);
  if (isGiven(page.html)) own.html = document(`\`${place}.html\``, page.html);
  if (own.headers === undefined && own.html === undefined) {
    throw new TypeError(`\`${place}\` has nothing to look at; give its \`headers\`, its \`html\`, or both`);
  }
  if (isGiven(page.cut) && typeof page.cut !== 'boolean') refuse(`\`${place}.cut\``, 'true or false', page.cut);
  if (page.cut && own.html === undefined) throw new TypeError(`\`${place}.cut\` is about a document, and there is no \`html\``);
  return { name: own.url ?? place, ...own, cut: page.cut ?? false };
}

function statusOf(what, status) {
  if (!Number.isInteger(status) || status < 100 || status > 599) refuse(what, 'an HTTP status from 100 to 599', status);
  return status;
}

function headersOf(place, headers) {
  if (!Array.isArray(headers)) refuse(`\`${place}\``, 'an array of names and values, as `[...response.headers]`', headers);
  return Array.from(headers, (line, at) => {
    const what = `\`${place}[${at}]\``;
    if (!Array.isArray(line) || line.length !== 2) refuse(what, 'a name and a value', line);
    if (line.some((text) => /[\r\n]/.test(textOf(what, text)))) throw new TypeError(`${what} has a line end; give each line of a field by itself`);
    return line;
  });
}

/** A document as the module takes it. */
function document(what, value) {
  if (typeof value === 'string') return { text: textOf(what, value) };
  if (!(value instanceof Uint8Array)) refuse(what, 'a text, or its bytes as a Uint8Array', value);
  return { base64: base64(octets(value)) };
}

function textOf(what, value) {
  if (typeof value !== 'string') refuse(what, 'a text', value);
  if (hasLone(value)) throw new TypeError(`${what} has half of a surrogate pair, which is no character; give its bytes`);
  return value;
}
