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
    /** The readings of the file, of which the first has its other lines. */
    #files;
    #delays;

    constructor(url, text) {
      this.#origin = parsed(url);
      this.#files = readings(octets(text)).map((bytes) => ({ bytes }));
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
      return !access.allowed && (access.group !== '*' || token(ua) === '*');
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
      const asked = parsed(url);
      if (!isOneOrigin(asked, this.#origin)) return undefined;
      if (this.#files.some(({ bytes }) => bytes.length > MOST_OCTETS)) return UNREAD;
      const question = [token(ua), escapedTarget(asked.pathname + asked.search)];
      const answers = this.#files.map((file) => using(file, (robots) => robots.ask(...question)));
      return answers.find(({ allowed }) => !allowed) ?? answers[0];
    }
  }

  return function robotsParser(url, text) {
    return new Robots(url, text);
  };
}

/** As many octets as the core reads. */
const MOST_OCTETS = 64 * 1024 * 1024;
/** The answer of a longer file: its rules that were not read may disallow. */
const UNREAD = { allowed: false, group: null, line: null };

/** Where relative URLs are: a host that no one has. */
const NOWHERE = 'http://relative.invalid/';

function parsed(url) {
  try {
    return new URL(url, NOWHERE);
  } catch {
    return undefined;
  }
}

function isOneOrigin(one, other) {
  return (
    one !== undefined && other !== undefined && one.protocol === other.protocol && one.host === other.host
  );
}

/** The token of a user agent, in lower case; `*`, a client that no one names, where it begins with none. */
function token(ua) {
  return named(String(ua || '*').trim().toLowerCase()) ?? '*';
}

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
