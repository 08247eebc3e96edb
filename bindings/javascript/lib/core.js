/**
 * W2. The module's functions over one WebAssembly instance. bindings/javascript/src/boundary.rs is the other side, and describes a call.
 *
 * The memory of the module may move whenever it grows, so no view of it lives longer than a line. A panic of the module
 * traps: the instance may hold half of a change and is never used again. The call throws an Error that says so, the next call
 * makes a new instance, and handles of the old one throw. An answer is JSON; whatever else comes back is a bug and throws.
 */

/**
 * @param {WebAssembly.Module} module
 * @returns {{verdict, verdicts, engines, head, robots, lint, lintRules, savedResponse, savedRobots, typedFields}}
 */
export function core(module) {
  const encoder = new TextEncoder();
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let exports = null;
  /** Room of the instance for a question about a robots.txt; it has no length once the memory has grown. */
  let place = new Uint8Array();

  /** Runs an operation of an instance on an input of bytes. */
  function call(name, input, ...given) {
    // A fault of the input must not cost the instance, which holds what other callers have begun.
    if (input !== null) checkInput(input);
    exports ??= new WebAssembly.Instance(module, { host: { ascii } }).exports;
    const instance = exports;
    if (instance[name] === undefined) throw leftOut(name);
    try {
      if (input !== null) {
        const at = instance.room(input.length) >>> 0;
        new Uint8Array(instance.memory.buffer, at, input.length).set(input);
      }
      const at = instance[name](...given) >>> 0;
      const answer = new Uint8Array(instance.memory.buffer, at, instance.answer_length() >>> 0);
      return JSON.parse(decoder.decode(answer));
    } catch (cause) {
      throw stopped(name, cause);
    }
  }

  /** Puts the name in ASCII of a host into the room, for a module without tables of Unicode; its length, or 0. */
  function ascii(at, length) {
    const instance = exports;
    const host = decoder.decode(new Uint8Array(instance.memory.buffer, at >>> 0, length >>> 0));
    const name = encoder.encode(asciiHost(host));
    const place = instance.room(name.length) >>> 0;
    new Uint8Array(instance.memory.buffer, place, name.length).set(name);
    return name.length;
  }

  function stopped(name, cause) {
    exports = null;
    place = new Uint8Array();
    return new Error(`robots-policy: its WebAssembly module stopped in ${name} (${cause.message}); please report this input`, {
      cause,
    });
  }

  /** What `robots_ask` says to texts in ASCII, which need no encoder. */
  function asked(number, agent, target) {
    const length = agent.length + target.length;
    try {
      if (place.length < length || place.length > MOST_PLACE) {
        const room = Math.max(length, LEAST_PLACE);
        const at = exports.question_room(room) >>> 0;
        place = new Uint8Array(exports.memory.buffer, at, room);
      }
      put(agent, place, 0);
      put(target, place, agent.length);
      return exports.robots_ask(number, agent.length, length) >>> 0;
    } catch (cause) {
      throw stopped('robots_ask', cause);
    }
  }

  /**
   * A value inside the instance, by its number.
   * @param {string} what
   */
  function held(what, number) {
    const instance = exports;
    let isFree = false;
    const check = () => {
      if (isFree) throw new Error(`this ${what} was freed`);
      if (exports !== instance) throw new Error(`this ${what} was lost when the WebAssembly module stopped; make it again`);
    };
    return {
      check,
      call(name, input, ...given) {
        check();
        return call(name, input, number, ...given);
      },
      /** Forgets the number, which `name` frees if it is given. */
      free(name) {
        if (!isFree && exports === instance && name) call(name, null, number);
        isFree = true;
      },
    };
  }

  function head(record, now) {
    const started = call('head', encoder.encode(record), now);
    if (typeof started !== 'number') return started;
    const handle = held('head', started);
    return {
      /** Whether the head is over, so that further bytes change nothing but answers about AI use. */
      feed(bytes) {
        const input = octets(bytes);
        let isOver = false;
        let at = 0;
        // In pieces, because the module has no room for a piece of any size.
        do {
          isOver = handle.call('head_feed', input.subarray(at, at + PIECE));
          at += PIECE;
        } while (at < input.length);
        return isOver;
      },
      /**
       * The verdict on what was fed. `isCut` says whether the document has more bytes; without a word, it is not known.
       * @param {boolean} [isCut]
       */
      finish(isCut) {
        const answer = handle.call('head_finish', null, isCut === undefined ? UNSAID : isCut ? CUT : WHOLE);
        handle.free();
        return answer;
      },
      free() {
        handle.free('head_free');
      },
    };
  }

  function robots(bytes) {
    // A file of this length is too long for the module, too, which says so.
    const number = call('robots', octets(bytes).subarray(0, MOST_INPUT));
    const handle = held('robots.txt', number);
    return {
      /**
       * Whether a client may fetch a target, both in ASCII, as tokens and URLs are.
       * @returns {{allowed: boolean, isForAll: boolean, line: number | null}}
       */
      ask(agent, target) {
        handle.check();
        const answer = asked(number, agent, target);
        if (answer === NO_ANSWER) throw new TypeError(`${JSON.stringify(agent)} is not a product token`);
        return { allowed: (answer & 1) !== 0, isForAll: (answer & 2) !== 0, line: answer >>> 2 || null };
      },
      sitemaps: () => handle.call('robots_sitemaps', null),
      host: () => handle.call('robots_host', null),
      /** Each line with a known key: [number from 1, key, value]. */
      records: () => handle.call('robots_records', null),
      free() {
        handle.free('robots_free');
      },
    };
  }

  return {
    verdict(record, now) {
      return call('verdict', encoder.encode(json(record)), now);
    },
    verdicts(record, names, now) {
      const askers = encoder.encode(JSON.stringify(names));
      const text = encoder.encode(json(record));
      const input = new Uint8Array(askers.length + text.length);
      input.set(askers);
      input.set(text, askers.length);
      return call('verdicts', input, askers.length, now);
    },
    engines: () => call('engines', null),
    head,
    robots,
    /** The findings about what an owner wrote: `{findings, incomplete}`, or `{error}`. The text is that of lint.js. */
    lint: (text, now) => call('lint', encoder.encode(text), now),
    /** The rules of findings: `{code, title, consequence, advice, clause}` of each. */
    lintRules: () => call('lint_rules', null),
    /** A saved response as a page shows it: `{fields, html_base64, cut, notices}`, or `{error}`. */
    savedResponse: (bytes) => call('saved_response', octets(bytes)),
    /** A saved robots.txt: `{status, body_base64, notices}`, or `{error}`. */
    savedRobots: (bytes) => call('saved_robots', octets(bytes)),
    /** Fields that are typed: `{lines, status, fault, body}`, with places in bytes. */
    typedFields: (text) => call('typed_fields', encoder.encode(text)),
  };
}

const PIECE = 1 << 20;

/** What is said of the bytes of a document that were not fed: nothing, that there are some, that there are none. */
const [UNSAID, CUT, WHOLE] = [0, 1, 2];

/** The module has 4 GiB for an input and all that it makes of it. */
const MOST_INPUT = 2 ** 29;

/** Room for a question: ordinary ones fit, and that of a longer one is not kept. */
const [LEAST_PLACE, MOST_PLACE] = [1 << 12, 1 << 16];

const NO_ANSWER = 0xffffffff;

/** Writes a text in ASCII. */
function put(text, place, start) {
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit > 0x7f) throw new TypeError('a question about a robots.txt is in ASCII');
    place[start + at] = unit;
  }
}

/** A host as URLs have it, empty where none has it. After another label a number at its end makes no address of it. */
function asciiHost(host) {
  try {
    return new URL(`http://${host}.x/`).hostname.slice(0, -'.x'.length);
  } catch {
    return '';
  }
}

/** An operation that is in the larger module alone. */
function leftOut(name) {
  return new Error(`robots-policy: this module has no \`${name}\`; give the larger one to \`init\`, robots-policy/robots-policy-full.wasm`);
}

function checkInput(input) {
  if (input.length > MOST_INPUT) throw new RangeError('an input has at most 512 MiB');
}

/** The text of a record. */
function json(record) {
  const text = typeof record === 'string' ? record : JSON.stringify(record);
  if (text === undefined) throw new TypeError('a record is an object, or its JSON text');
  return text;
}

export function octets(bytes) {
  if (!(bytes instanceof Uint8Array)) throw new TypeError('the bytes are a Uint8Array');
  if (isLost(bytes)) throw new TypeError('the bytes are lost: their buffer was transferred or became shorter');
  return bytes;
}

/** Whether the buffer of bytes was detached, or ends before them. */
function isLost(bytes) {
  try {
    Uint8Array.prototype.at.call(bytes, 0);
    return false;
  } catch {
    return true;
  }
}
