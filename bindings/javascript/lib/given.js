/**
 * What callers give, checked before it becomes JSON.
 *
 * JSON leaves out what it does not have: a Promise, a Map and a Response become `{}`, a function nothing, NaN
 * null. The verdict would be that on a response without restrictions, so each of them is an error here.
 */

/** The JSON text of a record. */
export function recordText(record) {
  if (typeof record === 'string') return withEscapes(record);
  if (!isPlain(record)) refuse('a record', 'a plain object, or its JSON text', record);
  for (const [key, value] of Object.entries(record)) {
    // The answer copies any id.
    if (key === 'id') continue;
    for (const own of leavesOf(value)) {
      if (!hasJson(own)) refuse(`\`${key}\` of a record`, 'a value that JSON has', own);
    }
  }
  if (record.options != null && !isPlain(record.options)) {
    refuse('`options` of a record', 'a plain object', record.options);
  }
  return JSON.stringify(record);
}

/**
 * A JSON text with each lone surrogate as its escape, as `JSON.stringify` writes it: an encoder would make U+FFFD of it,
 * which is a character that a rule may have.
 */
function withEscapes(text) {
  return text.replace(LONE, (half, at) => {
    let start = at;
    while (text[start - 1] === '\\') start -= 1;
    // After a backslash it is an escape that JSON does not have, and must not become one.
    return (at - start) % 2 === 1 ? half : `\\u${half.charCodeAt(0).toString(16)}`;
  });
}

const LONE = /\p{Surrogate}/gu;

/** Whether a text has half of a surrogate pair. */
export function hasLone(text) {
  return text.search(LONE) >= 0;
}

/** Whether a value is a `Response` of Fetch: of any realm by its brand, which the oldest Workers do not have. */
export function isResponse(value) {
  const isOwn = typeof Response === 'function' && value instanceof Response;
  return (isOwn || brand(value) === '[object Response]') && typeof value.headers?.forEach === 'function';
}

/** Whether a value is the answer that a client of `node:http` has, or one of its form. */
export function isMessage(value) {
  return (
    Array.isArray(value?.rawHeaders) &&
    typeof value.statusCode === 'number' &&
    typeof value[Symbol.asyncIterator] === 'function'
  );
}

const brand = (value) => Object.prototype.toString.call(value);

/**
 * The argument after a value. None where `Array.prototype.map` calls: then it is the place of the value in the array that
 * follows, which says nothing about it.
 */
export function besideOf(value, beside, array) {
  return Array.isArray(array) && Number.isInteger(beside) && Object.is(array[beside], value) ? undefined : beside;
}

/** The names of engines, of which null is the asker of the record; null without any, for `askers` of the record. */
export function namesOf(names) {
  if (names === undefined) return null;
  if (typeof names === 'string' || typeof names?.[Symbol.iterator] !== 'function') {
    refuse('the second argument of `verdicts`', 'an array, or another iterable, of names and nulls', names);
  }
  return Array.from(names, (name) => {
    if (name !== null && typeof name !== 'string') {
      refuse('a name of `verdicts`', 'the name of an engine, or null for the asker of the record', name);
    }
    // No engine has such a name, and JSON in UTF-8 has no half of a character.
    return name?.replace(LONE, '\ufffd') ?? null;
  });
}

/** Refuses what is not a plain object. */
export function plain(what, value) {
  if (!isPlain(value)) refuse(what, 'a plain object', value);
}

/** Refuses what is not a plain object with no other key than these; any key if there is no list. */
export function only(what, value, keys) {
  plain(what, value);
  const wrong = keys === null ? undefined : Object.keys(value).find((key) => !keys.includes(key));
  if (wrong === undefined) return;
  throw new TypeError(`\`${wrong}\` is not a key of ${what}; there is ${listed(keys)}`);
}

/** Whether a key has a value; null is none. */
export function isGiven(value) {
  return value !== undefined && value !== null;
}

const listed = (keys) => keys.map((key) => `\`${key}\``).join(', ');

/** Milliseconds since 1970, of the option `now` or of the system. */
export function moment(options) {
  const { now } = known(options, ['now']);
  if (now === undefined) return Date.now();
  const time = typeof now === 'number' ? now : timeOf(now);
  if (!Number.isFinite(time)) refuse('`now`', 'a valid Date, or a finite number of milliseconds', now);
  return time;
}

/** The option `cut` of `finish`; undefined where nothing is said. */
export function isCut(options) {
  const { cut } = known(options, ['cut']);
  if (cut !== undefined && typeof cut !== 'boolean') refuse('`cut`', 'true or false', cut);
  return cut;
}

/** Options with no other key than these. */
function known(options = {}, keys) {
  const list = listed(keys);
  if (!isPlain(options)) refuse('the argument of options', `a plain object with ${list}`, options);
  for (const key of Object.keys(options)) {
    if (!keys.includes(key)) throw new TypeError(`\`${key}\` is not an option; there is ${list}`);
  }
  return options;
}

/** The time of a Date of any realm, NaN for anything else. */
function timeOf(value) {
  try {
    return Date.prototype.getTime.call(value);
  } catch {
    return Number.NaN;
  }
}

/** Whether a value is an object that nothing but its own keys describes, of any realm. */
function isPlain(value) {
  if (typeof value !== 'object' || value === null) return false;
  const prototype = Object.getPrototypeOf(value);
  if (prototype === null) return true;
  // The prototype of a class that extends null has no prototype either, and not this method.
  return Object.getPrototypeOf(prototype) === null && Object.hasOwn(prototype, 'isPrototypeOf');
}

/** The values in arrays and plain objects, as deep as a key of a record goes. */
function leavesOf(value, depth = 3) {
  if (depth === 0 || !(Array.isArray(value) || isPlain(value))) return [value];
  return Object.values(value).flatMap((own) => leavesOf(own, depth - 1));
}

function hasJson(value) {
  if (typeof value === 'number') return Number.isFinite(value);
  return typeof value !== 'function' && typeof value !== 'symbol';
}

export function refuse(what, wanted, given) {
  throw new TypeError(`${what} is ${wanted}; given: ${named(given)}`);
}

/** A name of a value for a message: of an object its class. */
function named(value) {
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'function') return 'a function';
  if (typeof value !== 'object' || value === null) return String(value);
  if (typeof value.then === 'function') return 'Promise (forgot `await`?)';
  if (isResponse(value) || isMessage(value)) return `${value.constructor?.name} (\`await recordOf(response)\` is its record)`;
  const own = value.constructor?.name;
  if (timeOf(value) !== timeOf(value) && own === 'Date') return 'an invalid Date';
  return typeof own === 'string' && own !== '' ? own : 'an object';
}
