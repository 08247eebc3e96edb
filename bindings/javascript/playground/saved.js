// A response as a client saved it.
//
// D: the reader of saved responses (crates/archives/src/http) is not in the module. So a file is taken here only if it is
// certain that `robots-policy eval` reads it in the same way, and each other file is refused with the reason. What is
// accepted here must be accepted there, with the same fields and the same body.
// `a saved response is read as eval reads it` in tests/browser/playground.test.mjs tells.

import { isPreliminary, readFields, statusOf, whyNoDocument } from './fields.js';
import { decoded, strictlyDecoded } from './octets.js';

const MOST_FIELDS = 262144;

// Tags with which a page may begin, as eval knows them.
const PAGE =
  /^<(?:!-{2}|(?:!doctype|html|head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p|meta|link|base|noscript)(?:[ \t\n\f\r>/]|$))/i;
const BLANKS = /^[ \t\n\f\r]+/;

/** Whether bytes begin as a response does. */
export function beginsResponse(bytes) {
  return latin(bytes.subarray(0, 5)) === 'HTTP/';
}

/** Whether bytes have the marks of a client, as eval knows them. */
export function hasMarks(bytes) {
  const start = latin(bytes.subarray(0, 65536));
  if (/^(?:[*<>] | {2}% Total)/.test(start)) return /^< HTTP\//m.test(start);
  return /^(?: {2}HTTP\/|--\d{4}-)/.test(start) && /^ {2}HTTP\//m.test(start);
}

/**
 * Reads a file of a saved response, or of a page alone: `{head, status, body, skipped}`. `status` is null for a page
 * alone, `skipped` the number of responses before the last one. An error says why the file is refused.
 */
export function readSaved(bytes) {
  if (isPage(bytes)) return { head: '', status: null, body: bytes, skipped: 0 };
  if (!beginsResponse(bytes)) throw new Error(whyForeign(latin(bytes.subarray(0, 65536))));
  let response = readBlock(bytes);
  let skipped = 0;
  while (beginsResponse(response.body)) {
    if (isMessage(response)) throw new Error('the body of its response is an HTTP message');
    if (!isPassed(response)) throw new Error('a second response begins directly after the first');
    response = readBlock(response.body);
    skipped += 1;
  }
  checkBody(response);
  return { head: response.head, status: response.status, body: response.body, skipped };
}

/** Reads a file of a saved robots.txt with its status line: `{status, body}`. An error says why it is refused. */
export function readSavedRobots(bytes) {
  const { head, status, body } = readSaved(bytes);
  if ([204, 205].includes(status) || (status >= 300 && status < 400))
    throw new Error(`its status is ${status}, so the whole file is not in it`);
  if (codingsOf(readFields(head).lines).length > 0) throw new Error('its fields name a content coding');
  return { status, body };
}

function latin(bytes) {
  return new TextDecoder('latin1').decode(bytes);
}

function isPage(bytes) {
  const start = bytes.subarray(0, 4096);
  const isWide = /^(?:ÿþ|þÿ)/.test(latin(start));
  const text = isWide ? latin(start.subarray(2).filter((byte) => byte !== 0)) : decoded(start);
  const page = text.replace(/^\uFEFF/, '').replace(BLANKS, '');
  return PAGE.test(page.replace(/^<\?xml[^]*?\?>/, '').replace(BLANKS, ''));
}

function whyForeign(start) {
  if (start === '') return 'it is empty';
  if (/^(?:[*<>] | {2}% Total)/.test(start)) return 'it has the marks of `curl -v`';
  if (/^(?: {2}HTTP\/|--\d{4}-)/.test(start)) return 'it has the marks of `wget -S`';
  return 'it begins neither with a status line nor as HTML';
}

/** The first header block of the bytes, and the bytes after it. */
function readBlock(bytes) {
  const end = endOfBlock(bytes);
  if (end > MOST_FIELDS) throw new Error('its fields have more than 262,144 bytes');
  const text = strictlyDecoded(bytes.subarray(0, end));
  if (text === null) throw new Error('its fields are not UTF-8');
  const head = text.replaceAll('\r\n', '\n').replace(/\n+$/, '');
  if (/[\r\0]/.test(head)) throw new Error('a line of its fields has a control character');
  if (!/^HTTP\/\d(?:\.\d)? [1-9]\d\d(?: |\n|$)/.test(head)) throw new Error('its status line has no status');
  const { lines, notes } = readFields(head);
  if (notes.length > 0) throw new Error(`of its fields: ${notes[0].replace(/\.$/, '')}`);
  return { head, lines, status: statusOf(head), body: bytes.subarray(end) };
}

function endOfBlock(bytes) {
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) {
    const next = bytes[at + 1] === 13 ? at + 2 : at + 1;
    if (bytes[next] === 10) return next + 1;
  }
  throw new Error('no empty line ends its fields');
}

/** Whether a client sends another request after this response, or another response follows. */
function isPassed({ head, status }) {
  return isPreliminary(head) || [401, 407].includes(status) || (status >= 300 && status < 400);
}

function isMessage({ lines }) {
  const types = valuesOf(lines, 'content-type');
  return types.some((type) => /^(?:application|message)\/http\s*(?:;|$)/i.test(type));
}

function valuesOf(lines, name) {
  return lines.filter((line) => line.name.toLowerCase() === name).map(({ value }) => value);
}

/** The content codings that fields name; `identity` is none. */
function codingsOf(lines) {
  const names = valuesOf(lines, 'content-encoding').join().split(',');
  return names.filter((name) => !/^\s*(?:identity\s*)?$/i.test(name));
}

/** Refuses a response whose body is not certainly the whole document. */
function checkBody(response) {
  const { head, lines, status, body } = response;
  if (isPreliminary(head))
    throw new Error('the response after an interim one, or after that of a proxy, is missing');
  if (isMessage(response)) throw new Error('its body is an HTTP message');
  const without = whyNoDocument(status);
  if (without !== null) throw new Error(without);
  const length = statedLength(lines);
  const transfer = valuesOf(lines, 'transfer-encoding').join();
  if (body.length === 0) return checkEmpty(status, length, transfer);
  if (status === 204) throw new Error('a response of status 204 has no body, and this one has');
  const text = latin(body);
  if (/HTTP\/\d(?:\.\d)? [1-9]\d\d(?:\s|$)/.test(text) || 'HTTP/'.startsWith(text))
    throw new Error('its body may hold a second response');
  if (transfer !== '') return checkChunks(transfer, text);
  // The length counts coded bytes, and what begins with a tag is not coded any more.
  const isCoded = codingsOf(lines).length > 0;
  const isUndone = isCoded && /^\s*<[!?/a-z]/i.test(text.slice(0, 512));
  if (length > body.length && !isUndone)
    throw new Error(`its body has ${body.length} bytes, and ${length} by its Content-Length, so it is cut`);
  if (length !== null && length < body.length && !isCoded)
    throw new Error(`its body has ${body.length} bytes, and ${length} by its Content-Length`);
  return undefined;
}

function statedLength(lines) {
  const lengths = new Set(valuesOf(lines, 'content-length'));
  const [length] = lengths;
  if (lengths.size > 1 || (lengths.size === 1 && !/^\d+$/.test(length)))
    throw new Error('its Content-Length is not one number');
  return length === undefined ? null : Number(length);
}

function checkEmpty(status, length, transfer) {
  if (status === 204) return;
  const isExpected = transfer !== '' || length > 0;
  const isBodiless = length === 0 || status === 205 || (status >= 300 && status < 400);
  if (isExpected || !isBodiless) throw new Error('its body is missing, as `curl -I` leaves it out');
}

function checkChunks(transfer, text) {
  if (!/^\s*chunked\s*$/i.test(transfer)) throw new Error('its transfer coding is not `chunked` alone');
  if (/^\s*[0-9a-f]+\s*(?:;|\n)/i.test(text))
    throw new Error('the sizes of its chunks are still in its body');
}
