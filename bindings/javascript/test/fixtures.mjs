/** The cases of fixtures/ as records. fixtures/README.md describes the files. */

import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

export const FIXTURES = new URL('../../../fixtures', import.meta.url).pathname;

/** Records and inputs of `lint` that are errors, and what their messages say. */
export const REFUSED = JSON.parse(readFileSync(new URL('refused.json', import.meta.url), 'utf8'));

const FILES = [
  ['page.html', 'html_base64'],
  ['page.xhtml', 'html_base64'],
  ['robots.txt', 'robots_txt_base64'],
  ['tdmrep.json', 'tdmrep_base64'],
];
/** Keys of an ask that a record does not have. */
const OWN = ['basis', 'level', 'expect', 'license_url'];
/** Asks that a record cannot state. */
const ONLY_OF_THE_LIBRARY = ['library', 'fetches'];

/**
 * The cases of a folder of fixtures whose asks a record can state: `{ name, record }` for each ask.
 */
export function cases(folder) {
  const root = join(FIXTURES, folder);
  const names = readdirSync(root).filter((name) => existsSync(join(root, name, 'ask.json')));
  return names.flatMap((name) => asksOf(`${folder}/${name}`));
}

function asksOf(name) {
  const folder = join(FIXTURES, name);
  const { asks, type, assume_absent: assumed } = JSON.parse(readFileSync(join(folder, 'ask.json'), 'utf8'));
  const given = inputs(folder, type);
  if (given === undefined) return [];
  return asks.flatMap((ask) => {
    if (ONLY_OF_THE_LIBRARY.some((key) => key in ask)) return [];
    const record = { ...given, ...(assumed && { assume_absent: assumed }), ...ask };
    for (const key of OWN) delete record[key];
    stateEmpty(record);
    if (ask.license_url)
      record.licenses = [{ url: ask.license_url, body_base64: base64(join(folder, 'license.xml')) }];
    return [{ name: `${name} ${ask.id}`, record: { ...record, id: name } }];
  });
}

/** States that a file of no octets is one: a record alone may have lost its body. */
function stateEmpty(record) {
  if (record.html_base64 === '') record.headers = [...record.headers, ['Content-Length', '0']];
  if (record.robots_txt_base64 === '') record.robots_status ??= 200;
  if (record.robots_status >= 200 && record.robots_status < 300) record.robots_txt_base64 ??= '';
}

/**
 * The keys of a record that hold the files of a case; undefined for a response with a status line, or fields
 * beyond UTF-8.
 */
function inputs(folder, type) {
  if (existsSync(join(folder, 'response.http'))) return undefined;
  const record = {};
  const fields = join(folder, 'headers.http');
  if (existsSync(fields)) {
    let text;
    try {
      text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(fields));
    } catch {
      return undefined;
    }
    record.headers = text
      .split('\n')
      .filter((line) => line.includes(':'))
      .map(pair);
  } else if (existsSync(join(folder, 'page.xhtml'))) {
    record.headers = [['Content-Type', type ?? 'application/xhtml+xml']];
  } else if (existsSync(join(folder, 'page.html'))) {
    record.headers = [['Content-Type', type ?? 'text/html; charset=utf-8']];
  }
  for (const [file, key] of FILES) {
    if (existsSync(join(folder, file))) record[key] = base64(join(folder, file));
  }
  return record;
}

function pair(line) {
  const colon = line.indexOf(':');
  return [line.slice(0, colon), line.slice(colon + 1).replace(/^[ \t]+|[ \t]+$/g, '')];
}

function base64(path) {
  return readFileSync(path).toString('base64');
}
