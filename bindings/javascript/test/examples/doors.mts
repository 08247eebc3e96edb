/** Every function of the package and of its types, as a strict program of Node: a crawl of three pages on loopback. */
import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

import {
  HeadReader,
  RecordError,
  engines,
  init,
  recordOf,
  verdict,
  verdicts,
  type Asked,
  type Engine,
  type InputRecord,
  type LedgerEntry,
  type Reason,
  type RecordAsker,
  type ResponseFacts,
  type Unread,
  type Use,
  type UseAnswer,
  type VerdictOptions,
  type VerdictRecord,
} from 'robots-policy';
import robotsParser, { type Robot, type Robots } from 'robots-policy/robots-parser';

function expect(isRight: boolean, what: unknown): void {
  if (!isRight) throw new Error(JSON.stringify(what));
}

const ROBOTS = 'User-agent: *\nDisallow: /private\nCrawl-delay: 2\n';
const PAGES: Record<string, string> = {
  '/robots.txt': ROBOTS,
  '/': '<!doctype html><title>x</title><p>x',
  '/private': '<!doctype html><meta name=robots content=noindex><p>x',
};
const server = http.createServer((request, response) => {
  response.setHeader('Content-Type', 'text/html; charset=utf-8');
  response.setHeader('X-Robots-Tag', ['noarchive', 'max-snippet:20']);
  response.end(PAGES[request.url ?? '/']);
});
await once(server.listen(0, '127.0.0.1'), 'listening');
const site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
await init();

// Facts beside a response, which its own keys do not have.
const facts: ResponseFacts = { agent: 'ExampleBot', robots_txt: ROBOTS, tdmrep_status: 404, now: new Date() };
const fetched: VerdictRecord = await verdict(await fetch(`${site}/private`), facts);
expect(fetched.access.allowed === false && fetched.index === false && fetched.archive === false, fetched);
// @ts-expect-error the status is that of the response
const wrong: ResponseFacts = { status: 200 };
await verdict(await fetch(site), wrong).then(
  () => expect(false, 'a status has an answer'),
  (error: unknown) => expect(error instanceof TypeError && !(error instanceof RecordError), String(error)),
);

// The answer of node:http, with its lines apart.
const [message] = (await once(http.get(`${site}/`), 'response')) as [IncomingMessage];
const record: InputRecord = await recordOf(message, { ...facts, now: null, url: `${site}/`, ledger: true });
const lines = record.headers?.filter(([name]) => name === 'X-Robots-Tag').map(([, value]) => value);
expect(lines?.join() === 'noarchive,max-snippet:20', lines);

// One record for several askers, and many records for one.
const askers: readonly RecordAsker[] = [{ agent: 'GPTBot' }, { as: 'googlebot' }];
const { agent, ...rest } = record;
const both: VerdictRecord[] = verdicts({ ...rest, askers });
const named: VerdictRecord[] = verdicts(record, [null, 'bingbot'], { now: 0 });
const records: InputRecord[] = [record, { ...record, url: `${site}/private` }];
const allowed: (boolean | null)[] = records.map(verdict).map((answer) => answer.access.allowed);
const texts: VerdictRecord[] = records.map((own) => JSON.stringify(own)).map(verdict);
expect(both.length === 2 && named.length === 2 && texts.length === 2 && allowed.join() === 'true,false', allowed);
expect(agent === 'ExampleBot' && both[1]?.as?.profile === 'googlebot', both);

// What an answer says of itself.
const options: VerdictOptions = { now: Date.now() };
const answer: VerdictRecord = verdict(record, options);
const reasons: Reason[] = answer.reasons;
const unread: readonly Unread[] = answer.unread ?? [];
const keeps: Asked[] = unread.flatMap((source) => source.keeps);
const ledger: LedgerEntry[] = answer.ledger ?? [];
const uses: [Use, UseAnswer | null][] = Object.entries(answer.uses) as [Use, UseAnswer | null][];
expect(reasons.some(({ directive }) => directive === 'noarchive') && answer.snippet.max_chars === 20, reasons);
expect(keeps.length === 0 && ledger.length > 3 && uses.length === 6, answer);

// A page as it downloads, and one that is left.
const response = await fetch(`${site}/`);
const reader = new HeadReader({ url: response.url, headers: [...response.headers], options: { lines_joined: true } });
for await (const chunk of response.body ?? []) if (reader.feed(chunk)) break;
expect(reader.finish({ cut: true }).archive === false, 'archive');
new HeadReader({}).free();

// Engines, errors, and the methods of robots-parser.
const engine: Engine | undefined = engines().find(({ name }) => name === 'googlebot');
expect(engine?.is_retired === false && engine.tokens.length > 0, engine);
try {
  verdict({ id: 7, agent: 'Example Bot' });
  expect(false, 'an agent with a blank has an answer');
} catch (error) {
  expect(error instanceof RecordError && error.code === 'invalid-agent' && error.id === 7, String(error));
}
const robots: Robots = robotsParser(`${site}/robots.txt`, new TextEncoder().encode(ROBOTS));
const robot: Robot = robots;
const host: string | null = robot.getPreferredHost();
expect(robot.isDisallowed(`${site}/private`, 'ExampleBot/1.0') && robot.getCrawlDelay() === 2 && host === null, 'robots');
server.close();
server.closeAllConnections();
process.stdout.write('ok\n');
