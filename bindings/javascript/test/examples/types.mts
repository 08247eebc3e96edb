import {
  HeadReader,
  RecordError,
  type Access,
  type Finding,
  type InputRecord,
  type LintInput,
  type VerdictRecord,
  engines,
  init,
  lint,
  verdict,
  verdicts,
} from 'robots-policy';
import robotsParser, { type Robots } from 'robots-policy/robots-parser';
import type { Robot } from 'robots-policy/robots-parser';

declare const process: { stdout: { write(text: string): void } };

const record: InputRecord = {
  id: 7,
  url: 'https://example.com/private',
  agent: ['ExampleBot-News', 'ExampleBot'],
  headers: [
    ['Content-Type', 'text/html; charset=utf-8'],
    ['X-Robots-Tag', 'noindex, max-snippet: 20'],
  ],
  robots_txt: 'User-agent: *\nDisallow: /private',
  options: { lines_joined: true, metas: ['head'] },
  licenses: [{ url: 'https://example.com/license.xml', body: '' }],
};
const answer: VerdictRecord = verdict(record, { now: new Date() });
const access: Access = answer.access;
const index: boolean | null = answer.index;
const limit: number | null = answer.snippet.max_chars;
const line: number | undefined = answer.reasons[0]?.span[1];
const train: 'allow' | 'conditional' | 'disallow' | 'unstated' | null = answer.uses.train;
const keeps: string[] | undefined = answer.unread?.[0]?.keeps;
const own: VerdictRecord[] = verdicts(JSON.stringify(record), new Set([null]), { now: 0 });
const names: string[] = engines().map((engine) => engine.name);
const retired: boolean[] = engines().map((engine) => engine.is_retired);
if (
  access.allowed !== false ||
  index !== false ||
  limit !== 20 ||
  line === undefined ||
  train !== null ||
  keeps === undefined
) {
  throw new Error(JSON.stringify(answer));
}
if (own.length !== 1 || names.length === 0 || !retired.includes(false)) throw new Error('no answer');

const input: LintInput = {
  robots: new Uint8Array(),
  pages: [{ url: '/a', headers: [['X-Robots-Tags', 'noindex']], html: '<p>' }],
  levels: { 'crawl-delay': 'off' },
  now: new Date(),
};
const [finding]: Finding[] = lint(input).findings;
const marked: [number, number] | undefined = finding?.place.marked;
const isSafe: boolean | undefined = finding?.fix?.is_safe;
const who: string[] | undefined = finding?.effect?.changes[0]?.who;
if (finding?.code !== 'field-name-near' || marked === undefined || isSafe !== false || who === undefined) {
  throw new Error(JSON.stringify(finding));
}
// @ts-expect-error a key that the input does not have
const misspelt: LintInput = { page: [] };
try {
  lint(misspelt);
  throw new Error('an unknown key has findings');
} catch (error) {
  if (!(error instanceof TypeError)) throw error;
}

// @ts-expect-error a key that a record does not have
const wrong: InputRecord = { agentt: 'ExampleBot' };
try {
  verdict(wrong);
  throw new Error('an unknown key has an answer');
} catch (error) {
  if (!(error instanceof RecordError) || error.code !== 'invalid-record') throw error;
}

const robots: Robots = robotsParser('https://example.com/robots.txt', 'User-agent: *\nDisallow: /private');
const allowed: boolean | undefined = robots.isAllowed('https://example.com/private', 'ExampleBot/1.0');
const sameType: Robot = robots;
const delay: number | undefined = sameType.getCrawlDelay();
const host: string | null = robots.getPreferredHost();
if (allowed !== false || delay !== undefined || host !== null) throw new Error('robots');

await init();
await init(new Uint8Array());
const reader = new HeadReader(record);
new HeadReader().free();
const isRead: boolean = reader.feed(new Uint8Array([60, 98, 111, 100, 121, 62]));
const streamed: VerdictRecord = reader.finish({ cut: true });
if (isRead !== true || streamed.index !== false) throw new Error(JSON.stringify(streamed));
process.stdout.write('ok\n');
