/** A verdict on a page beside the robots meta that parsers of HTML find, without reading what it says. */

import { HeadReader, verdict } from 'robots-policy';

import { peer } from './peers.mjs';
import { ratio } from './rounds.mjs';

const parserOf = (handler) => new (peer('htmlparser2').Parser)(handler);
const load = (text) => peer('cheerio').load(text);
const HEADERS = [['Content-Type', 'text/html; charset=utf-8']];

/** A page of a length, whose head has what heads have. */
function page(length) {
  const head = [
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A page</title>',
    '<meta name="viewport" content="width=device-width"><link rel="stylesheet" href="/style.css">',
    '<script type="application/ld+json">{"@context":"https://schema.org","@type":"Article"}</script>'.repeat(8),
    '<meta property="og:title" content="A page"><link rel="alternate" hreflang="de" href="/de/">'.repeat(12),
    '<meta name="robots" content="noindex, max-snippet:20"></head><body>',
  ].join('\n');
  const part = '<div class="item"><h2>A title</h2><p>Some <b>text</b> of a page, and <a href="/a/page">a link</a>.</p></div>\n';
  return head + part.repeat(Math.max(1, Math.round((length - head.length) / part.length)));
}

/** The work of each side on a page: whether it finds `noindex`. */
const OURS = {
  verdict: ({ text }) => verdict({ headers: HEADERS, html: text }).index === false,
  HeadReader: ({ bytes }) => {
    const reader = new HeadReader({ headers: HEADERS });
    for (let at = 0; at < bytes.length && !reader.feed(bytes.subarray(at, at + CHUNK)); at += CHUNK);
    return reader.finish({ cut: true }).index === false;
  },
};
const CHUNK = 16_384;
const THEIRS = {
  htmlparser2: ({ text }) => metas(text, false),
  'htmlparser2, to the body': ({ text }) => metas(text, true),
  cheerio: ({ text }) => isNoindex(load(text)('meta[name="robots"]').attr('content')),
};

const isNoindex = (content = '') => content.includes('noindex');

function metas(text, isStopped) {
  let found = false;
  const parser = parserOf({
    onopentag(name, { name: meta, content }) {
      if (name === 'meta' && meta === 'robots') found ||= isNoindex(content);
      if (name === 'body' && isStopped) parser.pause();
    },
  });
  for (let at = 0; at < text.length && !(isStopped && found); at += CHUNK) parser.write(text.slice(at, at + CHUNK));
  if (!isStopped) parser.end();
  return found;
}

/** Pages by their length, and how many are a round. */
const PAGES = { '8 KB': [8_000, 200], '64 KB': [64_000, 40], '1 MB': [1_000_000, 3] };
const PAIRS = [
  ['verdict', 'htmlparser2'],
  ['verdict', 'cheerio'],
  ['HeadReader', 'htmlparser2, to the body'],
];

/** The table, in the form of that of robots.txt. */
export const HEADS = {
  name: 'speed of pages',
  columns: ['page', ...PAIRS.map(([own, other]) => `\`${own}\` beside ${other}`)],
  rows: Object.entries(PAGES).map(([size, [length, count]]) => [
    size,
    ...PAIRS.map(([own, other]) => () => {
      const text = page(length);
      const given = { text, bytes: new TextEncoder().encode(text) };
      // A head is as long in each page.
      const rounds = own === 'HeadReader' ? 400 : count;
      const times = (ask) => () => {
        let found = 0;
        for (let at = 0; at < rounds; at += 1) if (ask(given)) found += 1;
        return found;
      };
      return ratio(`${own} by ${other}, ${size}`, times(OURS[own]), times(THEIRS[other]));
    }),
  ]),
};
