// The head of a response, as people paste it.

const STATUS = /^HTTP\/\d(?:\.\d)? +\d{3}(?: |$)/;
const NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

/**
 * Reads pasted fields.
 *
 * `lines` are the fields in their order: name, value, and the UTF-16 offset of the value in the text. `notes` say
 * which lines were not sent and why. `body` is the offset of the text after the empty line, or null.
 */
export function readFields(text) {
  const lines = [];
  const notes = [];
  let at = 0;
  let number = 0;
  while (at <= text.length) {
    const found = text.indexOf('\n', at);
    const end = found < 0 ? text.length : found;
    const line = text.slice(at, end).replace(/\r$/, '');
    number += 1;
    if (line === '' && end < text.length && text.slice(end).trim() !== '' && lines.length > 0) {
      return { lines, notes, body: end + 1 };
    }
    readLine(line, at, number, lines, notes);
    at = end + 1;
  }
  return { lines, notes, body: null };
}

function readLine(line, at, number, lines, notes) {
  if (line.trim() === '') return;
  if (STATUS.test(line)) {
    if (lines.length > 0)
      notes.push(`Line ${number} begins another response; its fields are read as of this one.`);
    return;
  }
  if (/^[ \t]/.test(line)) {
    notes.push(`Line ${number} begins with a blank. It is not joined to the line before it, and not read.`);
    return;
  }
  const colon = line.indexOf(':');
  const name = line.slice(0, Math.max(colon, 0));
  if (!NAME.test(name)) {
    const why = colon < 0 ? 'has no colon' : 'has no field name before its colon';
    notes.push(`Line ${number} ${why}. It is not read; write “Name: value”.`);
    return;
  }
  const raw = line.slice(colon + 1);
  const value = raw.replace(/^[ \t]+|[ \t]+$/g, '');
  const blanks = raw.length - raw.replace(/^[ \t]+/, '').length;
  lines.push({ name, value, at: at + colon + 1 + blanks });
}

/** The text of fields, one a line. */
export function writeFields(headers) {
  return headers.map(([name, value]) => `${name}: ${value}`).join('\n');
}

/** Cuts a saved response into the text of its head and the bytes of its body; null where it has no head. */
export function cutResponse(bytes) {
  const start = String.fromCharCode(...bytes.subarray(0, 5));
  if (start !== 'HTTP/') return null;
  for (let at = 0; at < bytes.length; at += 1) {
    if (bytes[at] !== 10) continue;
    const next = bytes[at + 1] === 13 ? at + 2 : at + 1;
    if (bytes[next] === 10) return { head: bytes.subarray(0, at + 1), body: bytes.subarray(next + 1) };
  }
  return { head: bytes, body: bytes.subarray(bytes.length) };
}
