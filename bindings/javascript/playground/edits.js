// Changes of an input: text in the place of bytes.

import { encoded, utf16Offsets, wellFormed } from './octets.js';

/** A part of a state after these changes, which are in the order of their bytes. */
export function withEdits(part, edits) {
  if (part.bytes !== null) return { ...part, bytes: bytesWith(part.bytes, edits) };
  const edges = edits.flatMap(({ start, end }) => [start, end]);
  const offsets = utf16Offsets(wellFormed(part.text), edges);
  let text = '';
  let at = 0;
  for (const edit of edits) {
    text += part.text.slice(at, offsets.get(edit.start)) + edit.text;
    at = offsets.get(edit.end);
  }
  return { ...part, text: text + part.text.slice(at) };
}

function bytesWith(bytes, edits) {
  const pieces = [];
  let at = 0;
  for (const { start, end, text } of edits) {
    pieces.push(bytes.subarray(at, start), encoded(text));
    at = end;
  }
  pieces.push(bytes.subarray(at));
  const whole = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let to = 0;
  for (const piece of pieces) {
    whole.set(piece, to);
    to += piece.length;
  }
  return whole;
}
