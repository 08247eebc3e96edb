/** The types of a program that has neither those of Node nor those of a browser, and the keys that records and inputs do not have. */
import { RecordError, type Access, type Finding, type InputRecord, type LintInput, type Parts, init, lint, parts, verdict } from 'robots-policy';

declare const process: { stdout: { write(text: string): void } };

const record: InputRecord = {
  agent: ['ExampleBot-News', 'ExampleBot'],
  headers: [['X-Robots-Tag', 'noindex']],
  options: { lines_joined: true, metas: ['head'] },
  licenses: [{ url: 'https://example.com/license.xml', body: '' }],
};
const answer = verdict(record, { now: new Date() });
const access: Access = answer.access;
const line: number | undefined = answer.reasons[0]?.span[1];
const train: 'allow' | 'conditional' | 'disallow' | 'unstated' | null = answer.uses.train;
if (access.allowed !== null || line === undefined || train !== null) throw new Error(JSON.stringify(answer));

const of: (Parts | null)[] = [{ html: '<p data-nosnippet>x' }, record].map(parts);
if (of[0]?.marks[0]?.kind !== 'data-nosnippet elsewhere' || of[1] !== null) throw new Error(JSON.stringify(of));

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

/** The error of a call, which must have one. */
function thrown(call: () => unknown): unknown {
  try {
    call();
  } catch (error) {
    return error;
  }
  throw new Error('an unknown key has an answer');
}
// @ts-expect-error a key that the input does not have
const misspelt: LintInput = { page: [] };
// @ts-expect-error a key that a record does not have
const wrong: InputRecord = { agentt: 'ExampleBot' };
const [ofLint, ofRecord] = [thrown(() => lint(misspelt)), thrown(() => verdict(wrong))];
if (!(ofLint instanceof TypeError) || !(ofRecord instanceof RecordError) || ofRecord.code !== 'invalid-record') throw ofRecord;

await init(new Uint8Array());
process.stdout.write('ok\n');
