/**
 * The drop-in against robots-parser, as ratios within one run: node bindings/javascript/bench/robots-parser.mjs
 *
 * ONLY picks rows by the beginnings of their names, by commas. A round asks both about the same files in turn, so that other work of the machine slows both; the median of the rounds' ratios
 * is printed: above 1 the drop-in is faster.
 */

import robotsParser from 'robots-policy/robots-parser';

import { theirs } from '../test/installed.mjs';

const original = theirs('robots-parser');
const ROBOTS_URL = 'https://example.com/robots.txt';
const ROUNDS = 15;
const ONLY = process.env.ONLY?.split(',') ?? [''];
const isPicked = (name) => ONLY.some((start) => name.startsWith(start));
const AGENTS = ['ExampleBot/1.0', 'bot7'];
/** Pages of which no two are one, as a crawl asks. */
const PAGES = Array.from(
  { length: 1000 },
  (_, at) => `https://example.com/${['private', 'shop/item', 'a/b/c', 'search?q='][at % 4]}${at}`,
);

/** A file with groups of other clients before that of everybody, and a number that makes it unlike the others. */
function file(groups, rules, number) {
  const group = (name) =>
    [`User-agent: ${name}`, ...Array.from({ length: rules }, (_, at) => `Disallow: /${name}/${at}/*.html$`)].join('\n');
  const names = Array.from({ length: groups }, (_, at) => `bot${at}`);
  return `${names.map(group).join('\n\n')}\n\nUser-agent: *\nDisallow: /private\nAllow: /private7\nDisallow: /${number}\n`;
}

const SMALL = (number) => file(1, 3, number);
/** 40 groups, 60 rules. */
const MIDDLE = (number) => file(40, 1, number) + 'Disallow: /shop/*/cart\n'.repeat(20);
const LARGE = (number) => file(40, 400, number);

const CASES = [
  ['small, one file', SMALL, 1, 20_000],
  ['middle, one file', MIDDLE, 1, 20_000],
  ['500 KB, one file', LARGE, 1, 4000],
  ['middle, 64 files', MIDDLE, 64, 20_000],
  ['middle, 65 files', MIDDLE, 65, 20_000],
  ['middle, 1,000 files', MIDDLE, 1000, 20_000],
  ['500 KB, 50 files', LARGE, 50, 4000],
];

/** The microseconds of a question, of files in turn. */
function perQuestion(files, count) {
  const start = performance.now();
  let allowed = 0;
  for (let at = 0; at < count; at += 1) {
    if (files[at % files.length].isAllowed(PAGES[at % PAGES.length], AGENTS[at % AGENTS.length])) allowed += 1;
  }
  return [((performance.now() - start) * 1000) / count, allowed];
}

/** The microseconds of a file with one question. */
function perFile(parser, texts) {
  const start = performance.now();
  for (const text of texts) parser(ROBOTS_URL, text).isAllowed(PAGES[0], AGENTS[0]);
  return ((performance.now() - start) * 1000) / texts.length;
}

const median = (numbers) => numbers.sort((one, other) => one - other)[numbers.length >> 1];

function print(name, octets, rounds) {
  const row = [
    name.padEnd(34),
    String(octets).padStart(8),
    ...[0, 1].map((side) => median(rounds.map((round) => round[side])).toFixed(2).padStart(10)),
    median(rounds.map(([own, other]) => other / own)).toFixed(2).padStart(7),
  ];
  console.log(row.join(' '));
}

console.log(`${'µs of'.padEnd(34)} ${'octets'.padStart(8)} ${'here'.padStart(10)} ${'theirs'.padStart(10)} ${'ratio'.padStart(7)}`);
for (const [name, text, count, questions] of CASES.filter(([name]) => isPicked(`a question, ${name}`))) {
  const texts = Array.from({ length: count }, (_, number) => text(number));
  const [own, other] = [robotsParser, original].map((parser) => texts.map((text) => parser(ROBOTS_URL, text)));
  const rounds = Array.from({ length: ROUNDS }, () => {
    const [[here, allowed], [there, expected]] = [perQuestion(own, questions), perQuestion(other, questions)];
    if (allowed !== expected) throw new Error(`${name}: ${allowed} allowed here, ${expected} there`);
    return [here, there];
  });
  print(`a question, ${name}`, texts[0].length, rounds.slice(1));
}
const FILES = [
  ['small', SMALL, 300],
  ['middle', MIDDLE, 300],
  ['500 KB', LARGE, 4],
];
for (const [name, text, count] of FILES.filter(([name]) => isPicked(`a file and one question, ${name}`))) {
  const texts = Array.from({ length: count }, (_, number) => text(number));
  const rounds = Array.from({ length: ROUNDS }, () => [perFile(robotsParser, texts), perFile(original, texts)]);
  print(`a file and one question, ${name}`, texts[0].length, rounds.slice(1));
}
