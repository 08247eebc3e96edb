/**
 * W2. The module's functions over one WebAssembly instance. npm/src/boundary.rs is the other side, and describes a call.
 *
 * The memory of the module may move whenever it grows, so no view of it lives longer than a line. A panic of the module
 * traps: the instance may hold half of a change and is never used again. The call throws an Error that says so, the next call
 * makes a new instance, and handles of the old one throw. An answer is JSON; whatever else comes back is a bug and throws.
 */

/**
 * @param {WebAssembly.Module} module
 * @returns {{verdict, verdicts, engines, head, robots}}
 */
export function core(module) {
  const encoder = new TextEncoder();
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let exports = null;

  /** Runs an operation of an instance on an input of bytes. */
  function call(name, input, ...given) {
    // A fault of the input must not cost the instance, which holds what other callers have begun.
    if (input !== null) checkInput(input);
    exports ??= new WebAssembly.Instance(module).exports;
    const instance = exports;
    try {
      if (input !== null) {
        const at = instance.room(input.length) >>> 0;
        new Uint8Array(instance.memory.buffer, at, input.length).set(input);
      }
      const at = instance[name](...given) >>> 0;
      const answer = new Uint8Array(instance.memory.buffer, at, instance.answer_length() >>> 0);
      return JSON.parse(decoder.decode(answer));
    } catch (cause) {
      exports = null;
      throw new Error(`robots-policy: its WebAssembly module stopped in ${name} (${cause.message}); please report this input`, {
        cause,
      });
    }
  }

  /**
   * A value inside the instance, by its number.
   * @param {string} what
   */
  function held(what, number) {
    const instance = exports;
    let isFree = false;
    return {
      call(name, input, ...given) {
        if (isFree) throw new Error(`this ${what} was freed`);
        if (exports !== instance) throw new Error(`this ${what} was lost when the WebAssembly module stopped; make it again`);
        return call(name, input, number, ...given);
      },
      /** Forgets the number, which `name` frees if it is given. */
      free(name) {
        if (!isFree && exports === instance && name) call(name, null, number);
        isFree = true;
      },
    };
  }

  function head(options = {}, now = Date.now()) {
    const started = call('head', encoder.encode(headRecord(options)), moment(now));
    if (typeof started !== 'number') throw Object.assign(refused(started.error), { id: started.id });
    const handle = held('head', started);
    let isRead = false;
    return {
      /** Whether the head has been read, so that further bytes change nothing. */
      feed(bytes) {
        const input = octets(bytes);
        let at = 0;
        // In pieces, because the module has no room for a document of any size, and reads only its beginning.
        do {
          isRead = handle.call('head_feed', input.subarray(at, at + PIECE));
          at += PIECE;
        } while (at < input.length && !isRead);
        return isRead;
      },
      /** The verdict on what was fed. `isCut`: the document goes on, and its rest was not fed. */
      finish(isCut = false) {
        const answer = handle.call('head_finish', null, isCut ? 1 : 0);
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
    const handle = held('robots.txt', call('robots', octets(bytes).subarray(0, MOST_INPUT)));
    const asked = (name, input) => {
      const answer = handle.call(name, input);
      if (typeof answer === 'string') throw refused({ code: 'invalid-agent', message: answer });
      return answer;
    };
    return {
      ask(agent, target) {
        return asked('robots_ask', encoder.encode(JSON.stringify([String(agent), String(target)])));
      },
      delay(agent) {
        return asked('robots_delay', encoder.encode(String(agent))) ?? undefined;
      },
      sitemaps: () => handle.call('robots_sitemaps', null),
      host: () => handle.call('robots_host', null),
      /** Each line with a known key: [number from 1, key, value]. */
      records: () => handle.call('robots_records', null),
      diagnostics: () => handle.call('robots_diagnostics', null),
      free() {
        handle.free('robots_free');
      },
    };
  }

  return {
    verdict(record, now = Date.now()) {
      return call('verdict', encoder.encode(json(record)), moment(now));
    },
    verdicts(record, names, now = Date.now()) {
      const askers = encoder.encode(JSON.stringify(names));
      const text = encoder.encode(json(record));
      const input = new Uint8Array(askers.length + text.length);
      input.set(askers);
      input.set(text, askers.length);
      return call('verdicts', input, askers.length, moment(now));
    },
    engines: () => call('engines', null),
    head,
    robots,
  };
}

const PIECE = 1 << 20;

/** The module has 4 GiB for an input and all that it makes of it. */
const MOST_INPUT = 2 ** 29;

function checkInput(input) {
  if (input.length > MOST_INPUT) throw new RangeError('an input has at most 512 MiB');
}

/** The text of a record. */
function json(record) {
  const text = typeof record === 'string' ? record : JSON.stringify(record);
  if (text === undefined) throw new TypeError('a record is an object, or its JSON text');
  return text;
}

/** The record of a document that comes in pieces: one that is given, or the fields that say how to read it, and the asker. */
function headRecord({ record, contentType, contentEncoding, agent }) {
  if (record !== undefined) return json(record);
  const headers = [];
  if (contentType != null) headers.push(['Content-Type', String(contentType)]);
  if (contentEncoding != null) headers.push(['Content-Encoding', String(contentEncoding)]);
  return JSON.stringify({ headers, agent });
}

/** Milliseconds since 1970, for a `now` that a clock can have. */
function moment(now) {
  const moment = Number(now);
  if (!Number.isFinite(moment)) throw new TypeError('`now` is a number of milliseconds since 1970, or a Date');
  return moment;
}

function octets(bytes) {
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

/** @returns {TypeError & {code: string}} */
function refused({ code, message }) {
  return Object.assign(new TypeError(message), { code });
}
