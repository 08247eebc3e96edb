/** The types of a browser, which are others than those of Node. */
import { init, recordOf, verdict, type VerdictRecord } from 'robots-policy';

await init();
const page = new Response('<meta name=robots content=noindex>', { headers: { 'Content-Type': 'text/html' } });
const answer: VerdictRecord = await verdict(page, { agent: 'ExampleBot' });
const responses: Response[] = [new Response('<p>'), new Response('<p>')];
const answers: VerdictRecord[] = await Promise.all(responses.map((response) => verdict(response)));
const again: VerdictRecord = verdict(await recordOf(new Response('<p>', { headers: { 'X-Robots-Tag': 'noindex' } })));
if (answer.index !== false || answers.length !== 2 || again.index !== false) throw new Error(JSON.stringify(answer));
console.log('ok');
