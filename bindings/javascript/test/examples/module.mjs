import assert from 'node:assert/strict';

import { RecordError, engines, verdict, verdicts } from 'robots-policy';
import robotsParser from 'robots-policy/robots-parser';

assert.equal(verdict({ headers: [['X-Robots-Tag', 'noindex']], html: '<p>' }).index, false);
assert.equal(verdicts({ html: '<p>' }, [null, 'googlebot']).length, 2);
assert.ok(engines().length > 50);
assert.throws(() => verdict({ agent: ' ' }), RecordError);
const robots = robotsParser('https://example.com/robots.txt', 'User-agent: *\nDisallow: /private');
assert.equal(robots.isAllowed('https://example.com/private'), false);
process.stdout.write('ok\n');
