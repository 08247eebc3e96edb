/**
 * T1. The lines of a robots.txt as robots-parser reads them, where RFC 9309 gives no other reading.
 *
 * The core reads octets by RFC 9309, which knows two kinds of white space, and by its extensions.
 * robots-parser trims as JavaScript does, and no rule that it reads may be lost here. So the octets are
 * changed before the core has them: white space of JavaScript becomes blanks at the edges of keys and
 * values, `*` with a version is `*`, brackets of rules are escaped, and starters of extensions, which no
 * method asks about, are comments. Numbers of lines stay. Each octet is looked at a bounded number of times: no
 * pattern here begins at more than one place of a run of white space. One pass finds that most files have nothing to
 * change. test/robots-parser.test.mjs compares both packages.
 */

const RULES = new Set(['disallow', 'allow', 'dissallow', 'dissalow', 'disalow', 'diasllow', 'disallaw']);
const EXTENSIONS = new Set(['user-agent-purpose', 'signature-agent']);
/** Read by the core, and unknown to robots-parser. */
const MISSPELT_STARTERS = new Set(['useragent', 'user agent']);
const MISSPELT = /user ?agent/i;
const STARTERS = new Set(['user-agent', ...MISSPELT_STARTERS]);

/** A code in which most octets, and all those of `CHANGED`, are the character of their number. */
const BYTES = new TextDecoder('latin1');
/** What a file has of which any octet is changed: white space but blanks and tabs, brackets, these keys, `*` with a version. */
const CHANGED =
  /[\v\f\xc2\xe1\xe2\xe3\xef[\]]|user ?agent|user-agent-purpose|signature-agent|user-agent[ \t]*:[ \t]*\*[ \t]*\//i;

/** The white space of JavaScript in octets of UTF-8, each as the character of its number: U+00A0, U+1680, U+2000 to U+200A and others. */
const SPACE =
  '(?:[\\t\\v\\f ]|\\xc2\\xa0|\\xe1\\x9a\\x80|\\xe2\\x80[\\x80-\\x8a\\xa8\\xa9\\xaf]|\\xe2\\x81\\x9f|\\xe3\\x80\\x80|\\xef\\xbb\\xbf)';
const SPACES = new RegExp(`${SPACE}+`, 'g');
/** A version is no part of a name. No other value begins so. */
const VERSION = new RegExp(`^\\*${SPACE}*/.*`, 's');
/** Key and value of a line. */
const RECORD = /^([^\r\n#:]*):([^\r\n#]*)/gm;

/**
 * The readings of a file. There are two where a starter is misspelt: it opens a group in the first, and is unknown in the
 * second. A client obeys both: no clause says which is right.
 */
export function readings(octets) {
  if (!CHANGED.test(BYTES.decode(octets))) return [octets];
  const text = charactersOf(octets);
  const read = (comments) => text.replace(RECORD, (_, key, value) => recordOf(trimmed(key), trimmed(value), comments));
  const known = read(EXTENSIONS);
  const unknown = MISSPELT.test(text) ? read(new Set([...EXTENSIONS, ...MISSPELT_STARTERS])) : known;
  return (known === unknown ? [known] : [known, unknown]).map(octetsOf);
}

/** The path and query of a URL with the brackets of `readings`. */
export function escapedTarget(target) {
  return target.replaceAll('[', '%5B').replaceAll(']', '%5D');
}

/** The line of a key and a value; with a key of `comments` it is a comment. */
function recordOf(key, value, comments) {
  const name = key.text.toLowerCase();
  let [own, text] = [key.text, value.text];
  if (RULES.has(name)) text = escapedTarget(text);
  if (STARTERS.has(name)) text = text.replace(VERSION, (all) => '*'.padEnd(all.length));
  if (comments.has(name)) own = `#${own.slice(1)}`;
  return `${key.before}${own}${key.after}:${value.before}${text}${value.after}`;
}

/** A text without the white space at its edges, and blanks in the place of both. */
function trimmed(text) {
  let [first, last] = [0, text.length];
  for (const { 0: run, index } of text.matchAll(SPACES)) {
    if (index === 0) first = run.length;
    else if (index + run.length === text.length) last = index;
  }
  return { before: ' '.repeat(first), text: text.slice(first, last), after: ' '.repeat(text.length - last) };
}

/** Octets as the characters of their numbers. */
function charactersOf(octets) {
  const parts = [];
  for (let at = 0; at < octets.length; at += PIECE) parts.push(String.fromCharCode(...octets.subarray(at, at + PIECE)));
  return parts.join('');
}

/** Of as many octets one call makes a text. */
const PIECE = 1 << 13;

function octetsOf(text) {
  const octets = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at += 1) octets[at] = text.charCodeAt(at);
  return octets;
}
