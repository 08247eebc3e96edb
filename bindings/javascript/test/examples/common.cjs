'use strict';
const assert = require('node:assert/strict');
const { verdict } = require('robots-policy');
const robotsParser = require('robots-policy/robots-parser');

assert.equal(verdict({ headers: [['X-Robots-Tag', 'noindex']], html: '<p>' }).index, false);
const robots = robotsParser('https://example.com/robots.txt', 'User-agent: *\nDisallow: /private');
assert.equal(robots.isAllowed('https://example.com/private'), false);
process.stdout.write('ok\n');
