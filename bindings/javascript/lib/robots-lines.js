/**
 * T1. The lines of a robots.txt as robots-parser reads them, where RFC 9309 gives no other reading.
 *
 * The core reads octets by RFC 9309, which knows two kinds of white space, and by its extensions.
 * robots-parser trims as JavaScript does, and no rule that it reads may be lost here. So the octets are
 * changed before the core has them: white space of JavaScript becomes blanks at the edges of keys and
 * values, `*` with a version is `*`, brackets of rules are escaped, and starters of extensions, which no
 * method asks about, are comments. Numbers of lines stay. Each octet is looked at a bounded number of times,
 * and one pass finds that most files have nothing to change. test/robots-parser.test.mjs compares both packages.
 */

const [TAB, LF, VT, FF, CR, BLANK] = [9, 10, 11, 12, 13, 32];
const [HASH, STAR, SLASH, COLON, OPENING, CLOSING] = [35, 42, 47, 58, 91, 93];

const RULES = new Set(['disallow', 'allow', 'dissallow', 'dissalow', 'disalow', 'diasllow', 'disallaw']);
const EXTENSIONS = new Set(['user-agent-purpose', 'signature-agent']);
/** Read by the core, and unknown to robots-parser. */
const MISSPELT_STARTERS = new Set(['useragent', 'user agent']);
const STARTERS = new Set(['user-agent', ...MISSPELT_STARTERS]);
/** `%5B` and `%5D`. */
const [ESCAPED_OPENING, ESCAPED_CLOSING] = [Uint8Array.of(37, 53, 66), Uint8Array.of(37, 53, 68)];
const LONGEST_KEY = Math.max(...[...RULES, ...EXTENSIONS, ...STARTERS].map((key) => key.length));
const SPACES = [0xe19a80, 0xe280a8, 0xe280a9, 0xe280af, 0xe2819f, 0xe38080, 0xefbbbf];

/** A code in which most octets, and all those of `CHANGED`, are the character of their number. */
const BYTES = new TextDecoder('latin1');
/** What a file has of which any octet is changed: white space but blanks and tabs, brackets, these keys, `*` with a version. */
const CHANGED =
  /[\v\f\xc2\xe1\xe2\xe3\xef[\]]|user ?agent|user-agent-purpose|signature-agent|user-agent[ \t]*:[ \t]*\*[ \t]*\//i;

/**
 * The readings of a file, whose octets this changes. There are two where a starter is misspelt: it opens a
 * group in the first, and is unknown in the second. A client obeys both: no clause says which is right.
 */
export function readings(octets) {
  if (!CHANGED.test(BYTES.decode(octets))) return [octets];
  const found = { bracketed: [], misspelt: [] };
  const [nextLf, nextCr, nextHash, nextColon] = [LF, CR, HASH, COLON].map((octet) => finder(octets, octet));
  for (let start = 0; start < octets.length; ) {
    const end = Math.min(nextLf(start), nextCr(start));
    const limit = Math.min(end, nextHash(start));
    const colon = nextColon(start);
    if (colon < limit) readRecord(octets, start, colon, limit, found);
    start = end + 1;
  }
  if (found.misspelt.length === 0) return [escaped(octets, found.bracketed)];
  const unknown = octets.slice();
  for (const at of found.misspelt) unknown[at] = HASH;
  return [escaped(octets, found.bracketed), escaped(unknown, found.bracketed)];
}

/** The path and query of a URL with the brackets of `readings`. */
export function escapedTarget(target) {
  return target.replaceAll('[', '%5B').replaceAll(']', '%5D');
}

/** Where an octet is next, for places that only grow: all of them together take one pass over the file. */
function finder(octets, octet) {
  let at = -1;
  return (from) => {
    if (at < from) at = octets.indexOf(octet, from);
    if (at < 0) at = octets.length;
    return at;
  };
}

function readRecord(octets, start, colon, limit, found) {
  const key = blanked(octets, start, colon);
  const value = blanked(octets, colon + 1, limit);
  const name = nameOf(octets, key);
  if (RULES.has(name)) {
    if (hasBracket(octets, value)) found.bracketed.push(value);
  } else if (EXTENSIONS.has(name)) {
    octets[key[0]] = HASH;
  } else if (STARTERS.has(name)) {
    if (MISSPELT_STARTERS.has(name)) found.misspelt.push(key[0]);
    cutVersion(octets, value);
  }
}

/** Makes blanks of the white space at both edges of a text; returns where the rest begins and ends. */
function blanked(octets, start, end) {
  let [first, last] = [start, end];
  for (let length = 1; length > 0 && first < end; first += length) length = spaceAt(octets, first, end);
  for (let length = 1; length > 0 && last > first; last -= length) length = spaceBefore(octets, first, last);
  if (first > start) octets.fill(BLANK, start, first);
  if (last < end) octets.fill(BLANK, last, end);
  return [first, last];
}

/** The length of the white space of JavaScript that begins here, in octets of UTF-8; 0 if there is none. */
function spaceAt(octets, at, end) {
  const first = octets[at];
  if (first === BLANK || first === TAB || first === VT || first === FF) return 1;
  if (first < 0xc2) return 0;
  if (first === 0xc2) return at + 1 < end && octets[at + 1] === 0xa0 ? 2 : 0;
  return at + 2 < end && isSpace((first << 16) | (octets[at + 1] << 8) | octets[at + 2]) ? 3 : 0;
}

/** The same for the white space that ends here. */
function spaceBefore(octets, start, end) {
  for (let length = 1; length <= 3 && end - length >= start; length += 1) {
    if (spaceAt(octets, end - length, end) === length) return length;
  }
  return 0;
}

/** Whether three octets are white space: U+1680, U+2000 to U+200A, U+2028 and others, U+FEFF. */
function isSpace(octets) {
  if (octets >= 0xe28080 && octets <= 0xe2808a) return true;
  return SPACES.includes(octets);
}

/** The key in lower case; empty for one that is longer than those that are looked for. */
function nameOf(octets, [start, end]) {
  if (end - start > LONGEST_KEY) return '';
  let name = '';
  for (let at = start; at < end; at += 1) name += String.fromCharCode(octets[at]);
  return name.toLowerCase();
}

/** Makes `*` of `* /1.0`: a version is no part of a name. No other value begins so. */
function cutVersion(octets, [start, end]) {
  if (octets[start] !== STAR) return;
  let at = start + 1;
  for (let length = 1; length > 0 && at < end; at += length) length = spaceAt(octets, at, end);
  if (octets[at] === SLASH && at < end) octets.fill(BLANK, start + 1, end);
}

function hasBracket(octets, [start, end]) {
  for (let at = start; at < end; at += 1) if (isBracket(octets[at])) return true;
  return false;
}

function isBracket(octet) {
  return octet === OPENING || octet === CLOSING;
}

/** The octets with escapes of the brackets in these parts. */
function escaped(octets, parts) {
  if (parts.length === 0) return octets;
  const longer = new Uint8Array(octets.length + 2 * octets.reduce((sum, octet) => sum + isBracket(octet), 0));
  let [done, length] = [0, 0];
  const copy = (end) => {
    longer.set(octets.subarray(done, end), length);
    length += end - done;
    done = end;
  };
  for (const [start, end] of parts) {
    copy(start);
    for (let at = start; at < end; at += 1) {
      if (!isBracket(octets[at])) continue;
      copy(at);
      longer.set(octets[at] === OPENING ? ESCAPED_OPENING : ESCAPED_CLOSING, length);
      length += ESCAPED_OPENING.length;
      done += 1;
    }
  }
  copy(octets.length);
  return longer.slice(0, length);
}
