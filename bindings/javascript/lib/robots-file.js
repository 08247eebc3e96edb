/**
 * F1. Files of robots.txt whose memory is bounded.
 *
 * A handle of the module must be freed, and the API of robots-parser has no call for it; a
 * FinalizationRegistry does not run while a loop does not yield. So a file keeps its bytes, and as many files
 * have a handle as cost `KEPT_OCTETS` together: the one that was used least recently loses it, and is read again
 * at its next question. A file costs its bytes and `OWN_OCTETS`, so that many short ones do not cost nothing;
 * in the module it has up to six times as much. Invariant: between two calls a handle is in `open` or was
 * freed; nothing else holds one. test/robots-file.test.mjs counts handles, test/memory.test.mjs the memory over
 * 100,000 files.
 */

const KEPT_OCTETS = 32 * 1024 * 1024;
const OWN_OCTETS = 512;

/** @param {() => object} load The core of core.js. */
export function fileKeeper(load) {
  const open = new Map();
  let octetsOpen = 0;
  /** The file that was used last, if it is in `open`. */
  let newest;
  const take = (file) => {
    if (open.delete(file)) octetsOpen -= cost(file);
  };
  /** Puts a handle last, and frees the first ones until there is room for it. */
  const put = (file, handle) => {
    for (const [old, own] of open) {
      if (octetsOpen + cost(file) <= KEPT_OCTETS) break;
      take(old);
      own.free();
    }
    open.set(file, handle);
    octetsOpen += cost(file);
    newest = file;
  };
  /** Runs `ask` with the handle of `file`, an object with `bytes`, and these arguments. */
  return function using(file, ask, ...given) {
    const handle = open.get(file) ?? load().robots(file.bytes);
    try {
      const answer = ask(handle, ...given);
      if (file !== newest) {
        take(file);
        put(file, handle);
      }
      return answer;
    } catch (error) {
      // Where the module stopped, the handle is lost, and the next question reads the file again.
      take(file);
      newest = undefined;
      handle.free();
      throw error;
    }
  };
}

function cost(file) {
  return file.bytes.length + OWN_OCTETS;
}

/** A lone surrogate, which UTF-8 does not have. */
const LONE = /\p{Surrogate}/gu;

/**
 * The octets of a text. A lone surrogate becomes octets that no URL has: as U+FFFD a rule with it would be
 * about URLs with that character.
 */
export function octets(text) {
  if (text === undefined || text === null) return new Uint8Array();
  if (text instanceof Uint8Array) return decoded(new Uint8Array(text));
  if (typeof text !== 'string')
    throw new TypeError('robotsParser takes the text of robots.txt as its second argument');
  return encoded(text.replace(LONE, (unit) => escaped(unit.charCodeAt(0))));
}

/** The octets of a text in UTF-8, with a byte order mark where they would be taken for UTF-16. */
function encoded(text) {
  const octets = new TextEncoder().encode(text);
  return utf16(octets) === undefined ? octets : new TextEncoder().encode(`\ufeff${text}`);
}

/** Octets in UTF-8, or in an encoding of which the core reads the ASCII. */
function decoded(octets) {
  const encoding = utf16(octets);
  return encoding === undefined ? octets : encoded(new TextDecoder(encoding).decode(octets));
}

/** The encoding of octets that the core takes for UTF-16: by a mark, or by two ASCII characters. */
function utf16([first, second, third, fourth]) {
  const isLetter = (octet) => octet > 0 && octet < 0x80;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (isLetter(first) && second === 0 && isLetter(third) && fourth === 0) return 'utf-16le';
  if (first === 0 && isLetter(second) && third === 0 && isLetter(fourth)) return 'utf-16be';
  return undefined;
}

function escaped(unit) {
  const octets = [0xe0 | (unit >> 12), 0x80 | ((unit >> 6) & 0x3f), 0x80 | (unit & 0x3f)];
  return octets.map((octet) => `%${octet.toString(16).toUpperCase()}`).join('');
}
