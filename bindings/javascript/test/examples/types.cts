import policy = require('robots-policy');
import robotsParser = require('robots-policy/robots-parser');

declare const process: { stdout: { write(text: string): void } };

const answer: policy.VerdictRecord = policy.verdict({ robots_status: 503 });
const robots: robotsParser.Robots = robotsParser('/robots.txt', null);
const sameType: robotsParser.Robot = robots;
const allowed: boolean | undefined = sameType.isAllowed('/');
if (answer.access.allowed !== false || allowed !== true) throw new Error(JSON.stringify(answer));
process.stdout.write('ok\n');
