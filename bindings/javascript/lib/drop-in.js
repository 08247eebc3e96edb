/**
 * The API of robots-parser, over an instance that `load` gives.
 *
 * RFC 9309 decides about groups and rules, robots-parser where the RFC leaves room: the name in a user agent,
 * white space, origins, delays. test/robots-parser-differences.json has a row for each difference, and the
 * clause.
 */

import { fileKeeper, octets } from './robots-file.js';
import { escapedTarget, readings } from './robots-lines.js';

/** @param {() => object} load The core of core.js. */
export function dropIn(load) {
  const using = fileKeeper(load);

  class Robots {
    #origin;
    /** The beginning of URLs of the origin, as they are mostly spelt. */
    #root;
    /** The readings of the file, of which the first has its other lines. */
    #files;
    #isUnread;
    #delays;

    constructor(url, text) {
      this.#origin = parsed(url);
      this.#root = rootOf(this.#origin);
      this.#files = readings(octets(text)).map((bytes) => ({ bytes }));
      this.#isUnread = this.#files.some(({ bytes }) => bytes.length > MOST_OCTETS);
    }

    isAllowed(url, ua) {
      return this.#access(url, ua)?.allowed;
    }

    isDisallowed(url, ua) {
      return !this.isAllowed(url, ua);
    }

    isExplicitlyDisallowed(url, ua) {
      const access = this.#access(url, ua);
      if (access === undefined) return undefined;
      return !access.allowed && (!access.isForAll || token(ua) === '*');
    }

    getMatchingLineNumber(url, ua) {
      return this.#access(url, ua)?.line ?? -1;
    }

    getCrawlDelay(ua) {
      this.#delays ??= using(this.#files[0], (robots) => delays(robots.records()));
      const name = token(ua);
      return (this.#delays.has(name) ? this.#delays.get(name) : this.#delays.get('*')) ?? undefined;
    }

    getSitemaps() {
      return using(this.#files[0], (robots) => robots.sitemaps()).filter((sitemap) => sitemap !== '');
    }

    getPreferredHost() {
      return using(this.#files[0], (robots) => robots.host())?.toLowerCase() ?? null;
    }

    /** The answer of the file, or undefined where the file is not that of the URL. */
    #access(url, ua) {
      const target = this.#target(url);
      if (target === undefined) return undefined;
      if (this.#isUnread) return UNREAD;
      const agent = token(ua);
      const first = using(this.#files[0], ask, agent, target);
      if (this.#files.length === 1 || !first.allowed) return first;
      const second = using(this.#files[1], ask, agent, target);
      return second.allowed ? first : second;
    }

    /** The path and query of a URL; undefined for one of another origin. */
    #target(url) {
      if (typeof url === 'string' && url.startsWith(this.#root)) {
        const target = url.slice(this.#root.length - 1);
        if (isSpelt(target)) return target;
      }
      const asked = parsed(url);
      if (!isOneOrigin(asked, this.#origin)) return undefined;
      return escapedTarget(asked.pathname + asked.search);
    }
  }

  return function robotsParser(url, text) {
    return new Robots(url, text);
  };
}

/** As many octets as the core reads. */
const MOST_OCTETS = 64 * 1024 * 1024;
/** The answer of a longer file: its rules that were not read may disallow. */
const UNREAD = { allowed: false, isForAll: false, line: null };

/** What follows `//` would be a host; URLs write such a path with a dot before it (WHATWG URL §4.5). */
const ask = (robots, agent, target) => robots.ask(agent, target.startsWith('//') ? `/.${target}` : target);

/** Where relative URLs are: a host that no one has. */
const NOWHERE = 'http://relative.invalid/';

function parsed(url) {
  try {
    return new URL(url, NOWHERE);
  } catch {
    return undefined;
  }
}

/** The URL of the path `/` of an origin. A NUL, which begins no URL, where it has none. */
function rootOf(origin) {
  const isWeb = origin?.protocol === 'https:' || origin?.protocol === 'http:';
  return isWeb ? `${origin.protocol}//${origin.host}/` : '\0';
}

/**
 * Whether `new URL` changes nothing of a path and query: no dot segment, no empty query, and no character that it escapes, drops
 * or takes for the end. It costs as much as the rest of a question.
 */
function isSpelt(target) {
  return /^[\w/~!$&()*+,;=:@%?.-]*$/.test(target) && !/\/(?:\.|%2e)|\?$/i.test(target);
}

function isOneOrigin(one, other) {
  return (
    one !== undefined && other !== undefined && one.protocol === other.protocol && one.host === other.host
  );
}

/** The token of a user agent, in lower case; `*`, a client that no one names, where it begins with none. */
function token(ua) {
  if (typeof ua === 'string' && ua === last.agent) return last.token;
  const agent = String(ua || '*');
  last = { agent, token: named(agent.trim().toLowerCase()) ?? '*' };
  return last.token;
}

/** The last agent, which a crawl names again and again. */
let last = { agent: '*', token: '*' };

/** The client of a `User-agent` line, as the library cuts it; undefined for one that names no client. */
function named(value) {
  if (/^\*(?=$|[ \t\v\f])/.test(value)) return '*';
  return /^[\w-][\w.-]*/.exec(value)?.[0];
}

/**
 * The delay of each name of the file, null for a name without one. Unlike a rule, a delay is for the user
 * agents directly above it: no clause says which clients it binds, and robots-parser reads it so.
 */
function delays(records) {
  const delays = new Map();
  let names = [];
  let isOpen = false;
  for (const [, key, value] of records) {
    if (key === 'user-agent') {
      if (!isOpen) names = [];
      names.push(named(value)?.toLowerCase());
      isOpen = true;
      continue;
    }
    isOpen = false;
    if (key === 'crawl-delay') {
      const delay = seconds(value);
      for (const name of names) delays.set(name, delay ?? delays.get(name) ?? null);
    } else if (key === 'allow' || key === 'disallow') {
      for (const name of names) delays.set(name, delays.get(name) ?? null);
    }
  }
  return delays;
}

/** A number of seconds that a client can wait. */
function seconds(value) {
  const delay = value === '' ? Number.NaN : Number(value);
  return Number.isFinite(delay) && delay >= 0 ? delay : null;
}
