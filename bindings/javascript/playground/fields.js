// The head of a response, as people paste it.

const STATUS = /^HTTP\/\d(?:\.\d)? +(\d{3})(?:[ \r\n]|$)/;
const NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const BLANK = /^[ \t]*$/;

/**
 * Reads pasted fields.
 *
 * `lines` are the fields in their order: name, value, and the UTF-16 offset of the value in the text. A folded line is
 * joined to its field: blanks take the place of the fold, one for each character, so that the offsets stay. `notes` say
 * which lines cannot be read and why. `body` is the offset of the text after the empty line, or null.
 */
export function readFields(text) {
  const found = { lines: [], notes: [], body: null };
  let at = 0;
  let number = 0;
  let hasBegun = false;
  while (at <= text.length) {
    const next = text.indexOf('\n', at);
    const end = next < 0 ? text.length : next;
    const line = text.slice(at, end).replace(/\r$/, '');
    number += 1;
    if (line === '' && hasBegun && text.slice(end).trim() !== '') {
      found.body = end + 1;
      break;
    }
    if (!BLANK.test(line)) {
      readLine(found, { text: line, at, number, isFirst: !hasBegun });
      hasBegun = true;
    }
    at = end + 1;
  }
  return { ...found, lines: found.lines.map((line) => fieldOf(text, line)) };
}

function readLine({ lines, notes }, { text, at, number, isFirst }) {
  if (STATUS.test(text.replace(/^[ \t]+/, ''))) {
    if (!isFirst || /^[ \t]/.test(text)) notes.push(`Line ${number} begins another response.`);
    return;
  }
  if (/^[ \t]/.test(text)) {
    const last = lines.at(-1);
    if (last === undefined) notes.push(`Line ${number} begins with a blank, and no field is before it.`);
    else last.end = at + text.length;
    return;
  }
  const colon = text.indexOf(':');
  const name = text.slice(0, Math.max(colon, 0)).replace(/[ \t\f\r]+$/, '');
  if (NAME.test(name)) {
    lines.push({ name, start: at + colon + 1, end: at + text.length });
    return;
  }
  const why = colon < 0 ? 'has no colon' : 'has no field name before its colon';
  notes.push(`Line ${number} ${why}; write “Name: value”.`);
}

function fieldOf(text, { name, start, end }) {
  const blanks = (fold) => ' '.repeat(fold.length);
  const raw = text.slice(start, end).replace(/[ \t]*\r?\n[ \t]+/g, blanks);
  const value = raw.replace(/^[ \t\f\r]+|[ \t\f\r]+$/g, '');
  return { name, value, at: start + raw.length - raw.replace(/^[ \t\f\r]+/, '').length };
}

/** The status in the first line of a head, or null. */
export function statusOf(head) {
  const found = STATUS.exec(head.trimStart());
  return found === null ? null : Number(found[1]);
}

/** Whether a head is of an interim response, or of the answer of a proxy to CONNECT: another response follows it. */
export function isPreliminary(head) {
  const status = statusOf(head);
  const [line] = head.trimStart().split('\n', 1);
  const isConnected = line.trimEnd().toLowerCase().endsWith('connection established');
  return status !== null && (status < 200 || isConnected);
}

// Statuses of responses that do not have the document.
const WITHOUT_DOCUMENT = new Map([
  [206, 'a part of the document'],
  [304, 'no document, only that it did not change'],
]);

/** Why a response of this status does not have the document of its page, or null. */
export function whyNoDocument(status) {
  const held = WITHOUT_DOCUMENT.get(status);
  return held === undefined ? null : `its status is ${status}, so it has ${held}`;
}

/** Why the fields of a state are not read, or null. What is left out might restrict, so nothing is left out. */
export function faultOfFields(text) {
  const { notes, body } = readFields(text);
  if (notes.length > 0) return notes[0];
  if (isPreliminary(text)) return 'They are of an interim response, or of a proxy; paste those of the page.';
  const without = whyNoDocument(statusOf(text));
  if (without !== null) return `They are of another response than the page: ${without}.`;
  if (body === null) return null;
  const isSecond = text.slice(body).trimStart().startsWith('HTTP/');
  return isSecond
    ? 'Another response begins after the empty line; keep one response.'
    : 'The text after the empty line is a body; move it to HTML.';
}

/** The text of fields, one a line. */
export function writeFields(headers) {
  return headers.map(([name, value]) => `${name}: ${value}`).join('\n');
}
