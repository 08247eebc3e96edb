// A: from a place in an answer to the bytes of an input.
//
// A place of an answer is a source, a line of it and a span of bytes in this line. Here it becomes the name of an
// input and a span of bytes in the whole input, counted in UTF-8 of what was sent. The invariant: the text of a text
// area is what was sent, so its line ends are LF alone, and half a surrogate pair counts as U+FFFD, three bytes both
// ways. Whoever sends something else than the text, trimmed or joined, must map it back here.
// `marks of astral characters` in tests/browser/playground.test.mjs tells.

import { readFields } from './fields.js';
import { decoded, encoded } from './octets.js';
import { robotsInput } from './state.js';

/** A function from a reason or a diagnostic to `{input, start, end}` in bytes, or null. */
export function placesOf(state) {
  const { lines } = readFields(state.fields);
  const starts = new Map();
  for (const { name, at } of lines) {
    const key = name.toLowerCase();
    starts.set(key, [...(starts.get(key) ?? []), at]);
  }
  const robots = robotsInput(state);
  const robotsLines = lineStarts(partBytes(state[robots]));
  return ({ source, from, line, span, rule }) => {
    const origin = from ?? source;
    if (rule !== undefined) return placeOfRule(state[robots], robots, robotsLines, line, rule);
    if (!span) return null;
    const at = (input, start) =>
      start === undefined ? null : { input, start: start + span[0], end: start + span[1] };
    if (origin === 'robots.txt') return at(robots, robotsLines[line - 1]);
    if (origin === 'tdmrep.json') return at('tdmrep', 0);
    if (line !== null && line !== undefined) return at('fields', starts.get(origin)?.[line - 1]);
    return ['meta', 'link', 'head', 'document'].includes(origin) ? at('html', 0) : null;
  };
}

/** An Allow rule is no reason, so it comes without a span: it is looked for in its line. */
function placeOfRule(part, input, starts, line, rule) {
  const bytes = partBytes(part).subarray(starts[line - 1], starts[line]);
  const text = decoded(bytes);
  const at = text.indexOf(rule);
  if (at < 0) return null;
  const start = starts[line - 1] + encoded(text.slice(0, at)).length;
  return { input, start, end: start + encoded(rule).length };
}

/** The bytes of a document as they are sent. */
export function partBytes(part) {
  return part.bytes ?? encoded(part.text);
}

/** The offset of the first byte of each line; lines end with CR, LF or both. */
export function lineStarts(bytes) {
  const starts = [0];
  for (let at = 0; at < bytes.length; at += 1) {
    if (bytes[at] === 13 && bytes[at + 1] === 10) continue;
    if (bytes[at] === 10 || bytes[at] === 13) starts.push(at + 1);
  }
  return starts;
}

/** A place in words: `X-Robots-Tag, line 2, bytes 11 to 18`. */
export function placeName({ source, from, line, span, placement }) {
  const origin = from ?? source;
  const names = { meta: 'meta', 'robots.txt': 'robots.txt', 'tdmrep.json': 'tdmrep.json' };
  const name = names[origin] ?? origin.replace(/(^|-)[a-z]/g, (letter) => letter.toUpperCase());
  const parts = [name.replace('Tdm-', 'TDM-')];
  if (placement && placement !== 'head') parts[0] += ` in ${placement}`;
  if (Number.isInteger(line)) parts.push(`line ${line}`);
  if (span && span[1] > span[0]) parts.push(`bytes ${span[0]}–${span[1]}`);
  return parts.join(', ');
}

/**
 * Cuts marks that overlap into pieces that do not, each with the marks over it.
 * `marks` are `{start, end, ...}`; the answer is `[{start, end, marks}]`, in their order.
 */
export function pieces(marks) {
  const edges = [...new Set(marks.flatMap(({ start, end }) => [start, end]))].sort((a, b) => a - b);
  const waiting = marks.toSorted((a, b) => a.start - b.start);
  const found = [];
  let over = [];
  let next = 0;
  edges.forEach((start, i) => {
    while (waiting[next]?.start === start) over.push(waiting[next++]);
    over = over.filter((mark) => mark.end > start);
    if (over.length > 0) found.push({ start, end: edges[i + 1], marks: [...over] });
  });
  return found;
}
