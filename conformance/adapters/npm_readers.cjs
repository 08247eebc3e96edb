// `npm_readers.cjs PEER`: readers from npm, and one that is built from its repository.
'use strict';
const { createRequire } = require('node:module');
const path = require('node:path');
const { Readable } = require('node:stream');
const { pathToFileURL } = require('node:url');
const { access, serve } = require('./adapter.cjs');

const HOME = path.resolve(process.env.CONFORMANCE_PEERS ?? 'target/conformance-peers');
const from = createRequire(path.join(HOME, 'npm', 'index.js'));
const version = (name) => require(path.join(HOME, 'npm', 'node_modules', name, 'package.json')).version;

/** What a set of directives permits. */
const permissions = (has) => ({
  index: !has('noindex') && !has('none'),
  follow: !has('nofollow') && !has('none'),
  archive: !has('noarchive') && !has('nocache'),
  snippet: !has('nosnippet'),
});

/** The metas of the head that have a name, by the parser of jsdom. */
function metas(html) {
  const { JSDOM } = from('jsdom');
  const { document } = new JSDOM(html, { contentType: 'text/html' }).window;
  return [...document.querySelectorAll('head meta')];
}

const PEERS = {
  'robots-parser': () => {
    const parse = from('robots-parser');
    return access((q) => parse(q.robotsUrl, q.text).isAllowed(q.url, q.agent));
  },
  '@crawlee/utils': () => {
    const { RobotsTxtFile } = from('@crawlee/utils');
    return access((q) => RobotsTxtFile.from(q.robotsUrl, q.text).isAllowed(q.url, q.agent));
  },
  'robots-txt-parser': () => {
    const make = from('robots-txt-parser');
    return access((q) => {
      const reader = make({ userAgent: q.agent, allowOnNeutral: true });
      reader.parseRobots(q.url, q.text);
      return reader.canCrawlSync(q.url);
    });
  },
  'robots-txt-guard': () => {
    const parse = from('robots-txt-parse');
    const guard = from('robots-txt-guard');
    return access(async (q) => guard(await parse(Readable.from([q.robots]))).isAllowed(q.agent, q.path));
  },
  robots: () => {
    const { RobotsParser } = from('robots');
    const allowed = (q, status) => {
      const parser = new RobotsParser();
      parser.parse(q.text.split(/\r\n|\r|\n/));
      parser.statusCode = status;
      return parser.canFetchSync(q.agent, q.path);
    };
    return access((q) => allowed(q, 200));
  },
  exclusion: async () => {
    // Its CommonJS build does not load.
    const { RobotsTxt } = await import(pathToFileURL(path.join(HOME, 'npm/node_modules/exclusion/dist/index.js')));
    return access((q) => new RobotsTxt(q.text).isPathAllowed(q.path, q.agent));
  },
  'robot-directives': () => {
    const Directives = from('robot-directives');
    const read = (q, fill) => {
      const said = new Directives({ restrictive: true, currentTime: () => q.now, userAgent: q.agents[0] ?? '' });
      fill(said);
      return permissions((name) => said.is(Directives[name.toUpperCase()]));
    };
    const field = (said, q) => q.fields('x-robots-tag').forEach((value) => said.header(value));
    const meta = (said, q) => metas(q.html).forEach(({ name, content }) => name && said.meta(name, content));
    return {
      field: (q) => read(q, (said) => field(said, q)),
      meta: (q) => read(q, (said) => meta(said, q)),
      union: (q) => read(q, (said) => (field(said, q), meta(said, q))),
    };
  },
  'hallojoe/x-robots-tag': () => {
    const { XRobotsTag } = require(path.join(HOME, 'src/hallojoe/x-robots-tag/dist/index.js'));
    return {
      field: (q) => {
        const { value } = new XRobotsTag(q.fields('x-robots-tag').join('\n'));
        const own = q.agents[0]?.toLowerCase();
        const said = { ...value[''], ...(own === undefined ? {} : value[own]) };
        return permissions((name) => name in said);
      },
    };
  },
  lighthouse: async () => {
    const file = path.join(HOME, 'npm/node_modules/lighthouse/core/audits/seo/is-crawlable.js');
    const { default: audit } = await import(pathToFileURL(file));
    const judge = (q, elements) => {
      const clock = Date.now;
      Date.now = () => q.now;
      try {
        const responseHeaders = q.headers.map(([name, value]) => ({ name, value }));
        const main = { responseHeaders, url: q.url };
        const found = audit.determineIfCrawlableForUserAgent(q.agents[0], main, elements, undefined, new URL(q.robotsUrl));
        return { index: (found.blockingDirectives ?? found).length === 0 };
      } finally {
        Date.now = clock;
      }
    };
    const element = (meta) => ({
      name: meta.name.toLowerCase(),
      content: meta.content,
      property: '',
      httpEquiv: meta.httpEquiv.toLowerCase(),
      charset: '',
      node: {},
    });
    const page = (q) => judge(q, metas(q.html).map(element));
    return { field: (q) => judge(q, []), meta: page, union: page };
  },
};

/** The readers of fields, which all read `X-Robots-Tag` alone. */
const OF_FIELDS = new Set(['robot-directives', 'hallojoe/x-robots-tag', 'lighthouse']);

/** `PEERS` of names that are packages; the repository has no version of its own. */
const its = (name) => (name.includes('/') && !name.startsWith('@') ? 'a commit' : version(name));

(async () => {
  const name = process.argv[2];
  await serve({ name, version: its(name), features_missing: OF_FIELDS.has(name) ? ['robots-tag', 'several-tokens', ...(name.includes('/') ? ['clock'] : [])] : [] }, await PEERS[name]());
})();
