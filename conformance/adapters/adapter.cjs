// The protocol for readers in JavaScript: `serve` with a function for each kind that the reader has.
'use strict';
const readline = require('node:readline');

// The name of a client that no file names, for readers that cannot be asked for one without a name.
const UNNAMED = 'unnamed-client';

/** The reader cannot be asked this question. */
class Skip extends Error {}

/** The facts of a case. */
class Question {
  constructor(given) {
    const bytes = (name) => Buffer.from(given[`${name}_b64`] ?? '', 'base64');
    this.url = given.url;
    this.agents = given.agents;
    this.agent = given.agents[0] ?? UNNAMED;
    this.robots = bytes('robots_txt');
    this.text = this.robots.toString('utf8');
    this.html = bytes('html');
    this.headers = given.headers ?? [];
    this.now = Date.parse(given.now ?? '2026-11-20T00:00:00Z');
    this.answers = given.robots_answers ?? [];
  }

  /** The path and the query, for readers that take no address. */
  get path() {
    const path = /[/?][^#]*/.exec(this.url.replace(/^[a-z]+:\/\//i, ''))?.[0] ?? '/';
    return path.startsWith('/') ? path : `/${path}`;
  }

  /** The address of robots.txt. */
  get robotsUrl() {
    return `${new URL(this.url).origin}/robots.txt`;
  }

  /** The status of the only answer to the request for robots.txt. */
  get status() {
    if (this.answers.length !== 1 || this.answers[0].status === 0) throw new Skip('takes one answer with a status');
    return this.answers[0].status;
  }

  /** The lines of a field. */
  fields(name) {
    return this.headers.filter(([own]) => own.toLowerCase() === name).map(([, value]) => value);
  }
}

/** A reader of robots.txt: `undefined` is an answer that is not known. */
const access = (allowed) => {
  const ask = async (question) => ({ allowed: (await allowed(question)) ?? null });
  return { access: ask, hostile: ask };
};

async function answer(ask, given) {
  try {
    return { answer: await ask(new Question(given)) };
  } catch (error) {
    return error instanceof Skip ? { skip: error.message } : { error: String(error).slice(0, 200) };
  }
}

/** Answers each line of standard input, until it ends. */
async function serve(about, asks) {
  const write = process.stdout.write.bind(process.stdout);
  // What a reader prints answers nothing.
  console.log = console.error;
  for await (const line of readline.createInterface({ input: process.stdin })) {
    const message = JSON.parse(line);
    if (message.cmd === 'stop') return;
    const said =
      message.cmd === 'start'
        ? { language: 'JavaScript', features_missing: [], ...about, kinds: Object.keys(asks) }
        : { id: message.id, ...(await answer(asks[message.kind], message.input)) };
    write(`${JSON.stringify(said)}\n`);
  }
}

module.exports = { UNNAMED, Skip, Question, access, serve };
