/** The drop-in beside robots-parser: questions about files in turn, and reading them. */

import robotsParser from 'robots-policy/robots-parser';

import { peer } from './peers.mjs';
import { ratio } from './rounds.mjs';

const ROBOTS_URL = 'https://example.com/robots.txt';
const AGENTS = ['ExampleBot/1.0', 'bot7'];
/** Pages of which no two are one, as a crawl asks. */
const PAGES = Array.from(
  { length: 1000 },
  (_, at) => `https://example.com/${['private', 'shop/item', 'a/b/c', 'search?q='][at % 4]}${at}`,
);

/** A file with groups of other clients before that of every client, and a number that makes it unlike the others. */
function file(groups, rules, number) {
  const group = (name) =>
    [`User-agent: ${name}`, ...Array.from({ length: rules }, (_, at) => `Disallow: /${name}/${at}/*.html$`)].join('\n');
  const names = Array.from({ length: groups }, (_, at) => `bot${at}`);
  return `${names.map(group).join('\n\n')}\n\nUser-agent: *\nDisallow: /private\nAllow: /private7\nDisallow: /${number}\n`;
}

/** Of each size: a file by its number, how many questions are a round, and how many files are read in one. */
const SIZES = {
  '160 bytes': { text: (number) => file(1, 3, number), questions: 10_000, reads: 300 },
  '2.3 KB': { text: (number) => file(40, 1, number) + 'Disallow: /shop/*/cart\n'.repeat(20), questions: 10_000, reads: 300 },
  '456 KB': { text: (number) => file(40, 400, number), questions: 3000, reads: 4 },
};
/** The numbers of files, which sizes have them, and how many questions if not as many: 100 of the longest are more than are kept. */
const COUNTS = [
  [1, Object.keys(SIZES)],
  [64, Object.keys(SIZES)],
  [65, Object.keys(SIZES)],
  [100, ['456 KB'], 200],
  [1000, ['160 bytes', '2.3 KB']],
  [10_000, ['160 bytes', '2.3 KB']],
];

/** The table: its columns, and rows of a label and a cell for each column, each a function that measures or null. */
export const ROBOTS = {
  name: 'speed of robots.txt',
  columns: ['files in turn', ...Object.keys(SIZES).flatMap((size) => [`${size}: a question`, 'reading'])],
  rows: COUNTS.map(([count, sizes, fewer]) => [
    count.toLocaleString('en'),
    ...Object.keys(SIZES).flatMap((size) =>
      sizes.includes(size) ? [() => questions(size, count, fewer ?? SIZES[size].questions), () => reading(size, count)] : [null, null],
    ),
  ]),
};

function textsOf(size, count) {
  return Array.from({ length: count }, (_, number) => SIZES[size].text(number));
}

/** A question about files that were read. */
function questions(size, count, most) {
  const texts = textsOf(size, count);
  const asked = (parser) => {
    const files = texts.map((text) => parser(ROBOTS_URL, text));
    return () => {
      let allowed = 0;
      for (let at = 0; at < Math.max(most, count); at += 1) {
        if (files[at % count].isAllowed(PAGES[at % PAGES.length], AGENTS[at % AGENTS.length])) allowed += 1;
      }
      return allowed;
    };
  };
  return ratio(`questions, ${size}, ${count}`, asked(robotsParser), asked(peer('robots-parser')));
}

/** Files, each with one question: the drop-in reads a file at its first. */
function reading(size, count) {
  const texts = textsOf(size, Math.max(count, SIZES[size].reads));
  const read = (parser) => () => texts.filter((text) => parser(ROBOTS_URL, text).isAllowed(PAGES[0], AGENTS[0])).length;
  return ratio(`reading, ${size}, ${count}`, read(robotsParser), read(peer('robots-parser')));
}
