// Many URLs against the robots.txt of the page: which of them may be fetched, and the line that decides.

import { chip } from './chip.js';
import { byId, foreign, make, replaceChildren } from './dom.js';
import { accessNote } from './words.js';

/** Each URL is a question of its own, which reads robots.txt again. */
const MOST_URLS = 200;

/** The URLs of a text, one a line. */
export function urlsOf(text) {
  const lines = text.split('\n').map((line) => line.trim());
  return lines.filter((line) => line !== '').slice(0, MOST_URLS);
}

/** Shows the answers to these URLs; without answers the table is empty. */
export function showMany(text, urls, answers) {
  byId('many-answers').hidden = answers.length === 0;
  replaceChildren(byId('many-rows'), ...answers.map((answer, i) => urlRow(urls[i], answer)));
  replaceChildren(byId('many-said'), ...notesOnUrls(text, urls, answers).map((note) => make('li', {}, note)));
}

function urlRow(url, answer) {
  const head = make('th', { scope: 'row' }, make('code', {}, foreign(url)));
  if (answer.error) return make('tr', {}, head, make('td', {}, '–'), make('td', {}, foreign(answer.error.message)));
  const { allowed, rule, line } = answer.access;
  const because = rule === null ? accessNote(answer) : make('code', {}, foreign(rule));
  const where = rule === null ? null : make('small', {}, ` line ${line}`);
  return make('tr', {}, head, make('td', {}, chip(allowed)), make('td', {}, because, where));
}

function notesOnUrls(text, urls, answers) {
  const said = [];
  const refused = answers.filter((answer) => answer.access?.allowed === false).length;
  if (answers.length > 0) said.push(`${refused} of ${answers.length} must not be fetched.`);
  const lines = text.split('\n').filter((line) => line.trim() !== '').length;
  if (lines > urls.length) said.push(`Only the first ${MOST_URLS} of ${lines} lines were asked about.`);
  const hosts = new Set(urls.filter((url) => URL.canParse(url)).map((url) => new URL(url).origin));
  if (hosts.size > 1) said.push('These URLs are of several sites, and a robots.txt is for one.');
  return said;
}
