// A question as a link, a file, a record or a command.

import { FLAGS } from './contract.js';
import { fromBase64, toBase64 } from './octets.js';
import { keysOfFields, readFields } from './fields.js';
import { recordOf } from './state.js';

// How a fragment begins. Gzip ends with a checksum, so an edited link does not open as another question.
const MARK = '#v2=';

/** A link that is longer is cut by some programs, so the page offers a file instead. */
export const MOST_OF_LINK = 8192;

/** What a link holds: the record, with the fields as they were written. */
export function linked(state) {
  const record = recordOf({ ...state, fields: '' });
  return state.fields === '' ? record : { ...record, fields: state.fields };
}

/** The record of what a link holds. Fields that cannot be read are left to the page, which says so. */
export function unlinked({ fields, ...record }) {
  if (typeof fields !== 'string') return record;
  return readFields(fields).fault === null ? { ...record, ...keysOfFields(fields) } : record;
}

/** The fragment of a state. */
export async function fragmentOf(state) {
  const bytes = new TextEncoder().encode(JSON.stringify(linked(state)));
  const packed = await through(bytes, new CompressionStream('gzip'), Infinity);
  return MARK + toBase64(packed).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** The record in a fragment; null for a fragment without one. An error says what is wrong. */
export async function recordOfFragment(fragment) {
  if (fragment === '' || fragment === '#') return null;
  if (!fragment.startsWith(MARK)) throw new Error(`its fragment does not begin with ${MARK}`);
  const text = fragment.slice(MARK.length).replaceAll('-', '+').replaceAll('_', '/');
  let packed;
  try {
    packed = fromBase64(text);
  } catch {
    throw new Error('its fragment is not base64url');
  }
  let bytes;
  try {
    bytes = await through(packed, new DecompressionStream('gzip'), MOST_UNPACKED);
  } catch (error) {
    throw new Error(error instanceof RangeError ? error.message : 'its fragment is damaged or cut');
  }
  return readRecord(new TextDecoder().decode(bytes));
}

const MOST_UNPACKED = 64 << 20;

async function through(bytes, transform, limit) {
  const parts = [];
  let length = 0;
  const reader = new Blob([bytes]).stream().pipeThrough(transform).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > limit) {
      await reader.cancel();
      throw new RangeError('it holds more than 64 MB');
    }
    parts.push(value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

/** Reads the text of a record; an error says what is wrong. */
export function readRecord(text) {
  let record;
  try {
    record = JSON.parse(text);
  } catch {
    throw new Error('it is not the JSON of one record');
  }
  if (record === null || typeof record !== 'object' || Array.isArray(record)) {
    throw new Error('a record is a JSON object, with the keys of docs/records.md');
  }
  return record;
}

/** A word of a POSIX shell. */
export function quoted(word) {
  if (word.includes('\0')) throw new Error('a command cannot hold a NUL; copy the record instead');
  return /^[A-Za-z0-9_@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** The command that answers exactly this record. */
export function recordCommand(state) {
  return `robots-policy eval --jsonl <<'RECORD'\n${JSON.stringify(recordOf(state))}\nRECORD\n`;
}

// The keys of a record that are options of the command, and of those the keys with a flag for each word.
const KEYS = ['url', 'now', 'as', 'agent', 'page_agent', 'signature_agent'];
const EACH = ['purposes', 'policy_tokens'];

// What the command fetches is not assumed away.
const FETCHED = ['fields', 'document'];

/** The same question about the live page: what it answers now is fetched, not what was pasted. */
export function liveCommand(state) {
  const record = recordOf({ ...state, fields: '' });
  let url;
  try {
    url = new URL(record.url);
  } catch {
    throw new Error('the command needs an absolute URL');
  }
  if (!/^https?:$/.test(url.protocol)) throw new Error('the command needs an http or https URL');
  const words = ['robots-policy', 'eval'];
  for (const key of KEYS)
    if (record[key] !== undefined) words.push(FLAGS[key], quoted([record[key]].flat().join(',')));
  for (const key of EACH) for (const word of record[key] ?? []) words.push(FLAGS[key], quoted(word));
  if (record.obeys_global === false) words.push(FLAGS.obeys_global);
  for (const [key, value] of Object.entries(record.options ?? {}))
    if (value !== false) words.push(FLAGS[key], ...(value === true ? [] : [quoted([value].flat().join(','))]));
  // In files of their own, which the shell of the parentheses removes: a robots.txt of the folder stays. A pipe would hide
  // that curl failed, and what broke off would count as whole.
  const assumed = [record.assume_absent ?? []].flat().filter((name) => !FETCHED.includes(name));
  if (assumed.length > 0) words.push(FLAGS.assume_absent, assumed.join(','));
  const lines = [
    `page=$(mktemp) || exit; trap 'rm -f "$page"' EXIT`,
    `curl -gsSi -o "$page" ${quoted(record.url)} || exit`,
  ];
  if (state.robotsStatus !== '') {
    const robots = quoted(new URL('/robots.txt', url).href);
    lines[0] = `page=$(mktemp) && robots=$(mktemp) || exit; trap 'rm -f "$page" "$robots"' EXIT`;
    // 0 says that no answer came.
    lines.push(`status=$(curl -gsSL -o "$robots" -w '%{http_code}' ${robots}) || status=0`);
    words.push('--robots', '"$robots"', '--robots-status', '"$status"');
  }
  return `(${lines.join('\n')}\n${words.join(' ')} <"$page")\n`;
}
