/**
 * R2. The record of a response that Fetch or `node:http` gives.
 *
 * A part that the platform hides or that someone has read is not given, so that its answers are not known: the fields that a
 * browser filters, and a body that was used. Fetch joins the lines of one name, and the record says so; `rawHeaders` of
 * `node:http` has them apart. A body that breaks off, or that is longer than `MOST_BODY`, is a document that is cut.
 * Invariant: no fact of the caller contradicts the response, and none replaces what the response gives. test/response.test.mjs
 * has a case for each.
 */

import { base64, bytesOf } from './body.js';
import { besideOf, isMessage, isResponse, plain, refuse } from './given.js';

/**
 * @param {object} response A `Response` of Fetch, or an `IncomingMessage` of a client of `node:http`.
 * @param {object} [beside] Facts: keys of a record.
 */
export async function recordOf(response, beside, array) {
  const facts = besideOf(response, beside, array) ?? {};
  if (!isResponse(response) && !isMessage(response)) {
    refuse('the first argument of `recordOf`', 'a Response of Fetch, or an IncomingMessage of node:http', response);
  }
  plain('the facts beside a response', facts);
  const seen = isResponse(response) ? ofFetch(response, facts) : ofMessage(response);
  const url = addressOf(response, facts);
  const own = url === undefined ? seen.own : { ...seen.own, url };
  const keys = seen.body === null ? Object.keys(own) : [...Object.keys(own), 'html', 'html_base64', 'cut'];
  const twice = keys.find((key) => key !== 'options' && key !== 'url' && facts[key] != null);
  if (twice !== undefined) throw new TypeError(`leave \`${twice}\` out: the response has it`);
  return { ...facts, ...own, ...(seen.body === null ? {} : await documentOf(seen.body)) };
}

/** As many octets of a body as a record takes; in base64 it has a third more. */
const MOST_BODY = 32 * 1024 * 1024;

async function documentOf(body) {
  const { bytes, cut } = await bytesOf(body, MOST_BODY);
  return { html_base64: base64(bytes), cut };
}

/** The part of a Response that is known: keys of a record, and the body that can be read. */
function ofFetch(response, { options, headers }) {
  const { type, status, body, bodyUsed } = response;
  // Nothing of it may be seen: not even whether there was an answer.
  if (type === 'opaque' || type === 'opaqueredirect') return { own: {}, body: null };
  const isRead = bodyUsed || body == null || body.locked === true;
  const own = { status };
  const fields = fieldsOf(response.headers);
  if (type !== 'cors') {
    own.headers = fields;
    own.options = joinedLines(options);
  } else if (headers == null) checkHidden(fields);
  return { own, body: isRead ? null : body };
}

function joinedLines(options) {
  if (options != null) plain('`options` beside a response', options);
  if (options?.lines_joined === false) throw new TypeError('leave `lines_joined` out: Fetch joins the lines of a field');
  return { ...options, lines_joined: true };
}

function fieldsOf(headers) {
  const fields = [];
  headers.forEach((value, name) => fields.push([name, value]));
  return fields;
}

/** Fields that may speak about the page or its use. */
const MAY_SPEAK = /robots|usage|signal|tdm|^link$/i;

/** Of a response of another site a browser shows some fields. One of these alone says nothing of the others. */
function checkHidden(fields) {
  const [name] = fields.find(([own]) => MAY_SPEAK.test(own)) ?? [];
  if (name === undefined) return;
  throw new TypeError(
    `a browser shows some fields of a response of another site, and \`${name}\` is one of them: give all that you know as \`headers\``,
  );
}

/** Likewise, of an IncomingMessage. Its body cannot be read once a part of it was. */
function ofMessage(message) {
  const { rawHeaders, statusCode: status } = message;
  const headers = [];
  for (let at = 0; at < rawHeaders.length; at += 2) headers.push([rawHeaders[at], rawHeaders[at + 1]]);
  const isRead = message.readableDidRead || message.destroyed;
  return { own: { status, headers }, body: isRead ? null : message };
}

/** Facts of one site, or of some of its paths. */
const OF_SITE = /^(?:robots_|site_up$|tdmrep|licenses$)/;

/**
 * The address of the response. Facts of a site need one: they are about an address that the caller had in mind, and a redirect
 * may have led to another site.
 */
function addressOf({ url: own, redirected }, { url, ...facts }) {
  const fact = Object.keys(facts).find((key) => OF_SITE.test(key) && facts[key] != null);
  if (typeof own !== 'string' || own === '') {
    if (url == null && fact !== undefined) {
      throw new TypeError(`the response has no address: say beside \`${fact}\` which it is, as \`url\``);
    }
    return url ?? undefined;
  }
  if (url == null && redirected === true && fact !== undefined) {
    throw new TypeError(
      `the response was redirected to ${own}: if \`${fact}\` is of that site, say so with \`url: response.url\``,
    );
  }
  if (url != null && url !== own) throw new TypeError(`\`url\` is ${JSON.stringify(url)}, and the response is of ${own}`);
  return own;
}
