// The fields of a response as people type them. The module reads them, as `robots-policy eval --headers` does.

let fieldsCore = null;
let lastRead = { text: null };

/** Gives the core whose module reads fields: the page has one, and its worker another. */
export function readFieldsWith(core) {
  fieldsCore = core;
}

/**
 * Reads typed fields. `lines` are name, value, and the byte of the text at which the value begins; a folded line is joined
 * to its field. `status` is that of their status line, or null. `fault` says why there is no answer, or is null. `body` is
 * the byte at which a body begins, or null.
 */
export function readFields(text) {
  if (lastRead.text !== text) lastRead = { text, ...fieldsCore.typedFields(text) };
  return lastRead;
}

/** The keys of a record that typed fields give: a status line alone says that there are no others. */
export function keysOfFields(text) {
  const { lines, status } = readFields(text);
  if (lines.length === 0 && status === null) return {};
  const headers = lines.map(({ name, value }) => [name, value]);
  return status === null ? { headers } : { headers, status };
}

/** Opens a saved response: `{fields, html_base64, cut, notices}`, or `{error}`. */
export function readResponse(bytes) {
  return fieldsCore.savedResponse(bytes);
}

/** The text of fields, one a line. */
export function writeFields(headers) {
  return headers.map(([name, value]) => `${name}: ${value}`).join('\n');
}
