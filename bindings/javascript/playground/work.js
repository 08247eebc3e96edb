// Verdicts away from the page: a worker holds the reader, so that no input stops the typing.
//
// C: at most one question is under way, and at most one waits: the newest. An answer of an older question is
// dropped. The worker is this same script, made into a Blob, because a page from a file may load no other; where a
// browser refuses it, the reader runs in the page, and the page says so. `ten megabytes` in
// tests/browser/playground.test.mjs tells.

import { core } from '../lib/core.js';
import { readFieldsWith } from './fields.js';
import { fromBase64 } from './octets.js';
import { emptyPart, isGiven, recordOf } from './state.js';

/** Answers questions in a worker, or in a function of the same kind. */
export function answerer(module) {
  const reader = core(module);
  readFieldsWith(reader);
  return ({ kind, state, now, names, text, bytes, urls }) => {
    if (kind === 'engines') return reader.engines();
    if (kind === 'response') return reader.savedResponse(bytes);
    if (kind === 'robots') return reader.savedRobots(bytes);
    if (kind === 'rules') return reader.lintRules();
    if (kind === 'lint') return reader.lint(text, now);
    if (kind === 'record') return reader.verdict(text, now);
    if (kind === 'urls') return urls.map((url) => accessOf(reader, { ...state, url }, now));
    const record = recordOf(state);
    if (names === null) return [reader.verdict(JSON.stringify({ ...record, parts: isGiven(state.html) }), now)];
    return reader.verdicts(JSON.stringify(record), names, now);
  };
}

/** The answer about fetching, which no document changes. */
function accessOf(reader, state, now) {
  return reader.verdict(JSON.stringify(recordOf({ ...state, html: emptyPart(), cut: false })), now);
}

/** What the script does in a worker. */
export function serveWorker() {
  let answer = null;
  self.onmessage = ({ data }) => {
    try {
      if (data.module) answer = answerer(data.module);
      self.postMessage({ id: data.id, answer: data.module ? null : answer(data) });
    } catch (error) {
      self.postMessage({ id: data.id, error: String(error) });
    }
  };
}

/** Starts a worker, or the same in the page: `{ask(question) -> Promise, isApart}`. */
export async function startWork(module) {
  try {
    return await startApart(module);
  } catch {
    const answer = answerer(module);
    return { isApart: false, ask: async (question) => answer(question) };
  }
}

async function startApart(module) {
  const source = document.querySelector('script[type=module]').textContent;
  const address = URL.createObjectURL(new Blob(["'use strict';", source], { type: 'text/javascript' }));
  const worker = new Worker(address);
  const waiting = new Map();
  let last = 0;
  worker.onmessage = ({ data }) => {
    const { resolve, reject } = waiting.get(data.id);
    waiting.delete(data.id);
    if (data.error === undefined) resolve(data.answer);
    else reject(new Error(data.error));
  };
  const post = (message) =>
    new Promise((resolve, reject) => {
      last += 1;
      waiting.set(last, { resolve, reject });
      worker.postMessage({ ...message, id: last });
    });
  worker.onerror = () => {
    for (const { reject } of waiting.values()) reject(new Error('its worker stopped'));
    waiting.clear();
  };
  await post({ module });
  URL.revokeObjectURL(address);
  return { isApart: true, ask: post };
}

/** The module of the page: base64 of gzip in an element. */
export async function pageModule() {
  const packed = fromBase64(document.getElementById('wasm').textContent.trim());
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
  return WebAssembly.compile(await new Response(stream).arrayBuffer());
}

/** Runs one question at a time, and the newest of those that came meanwhile. */
export function newestOnly(run) {
  let isRunning = false;
  let next = null;
  return async function ask(question) {
    next = question;
    if (isRunning) return;
    isRunning = true;
    try {
      while (next !== null) {
        const taken = next;
        next = null;
        await run(taken, () => next === null);
      }
    } finally {
      isRunning = false;
    }
  };
}
