/** The examples with the packages that they name: a crawl by Crawlee over loopback, and a site that Astro builds. */

import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';

import { copied, placed, ran } from './place.mjs';

const { folder, modules, write } = placed('examples');
const env = { ...process.env, NO_COLOR: '1', CRAWLEE_LOG_LEVEL: 'ERROR', ASTRO_TELEMETRY_DISABLED: '1', NODE_TEST_CONTEXT: undefined };

describe('the crawler of Crawlee', () => {
  copied('examples/crawlee', join(folder, 'crawlee'));
  const HTML = { 'Content-Type': 'text/html; charset=utf-8' };
  const page = (title, links = [], head = '') =>
    `<!doctype html><title>${title}</title>${head}<body>${links.map((link) => `<a href="${link}">x</a>`).join('')}`;
  const links = ['/private', '/noindex', '/nofollow', '/packed', '/latin', '/to-private', '/to-down', '/picture', '/cut'];
  const answers = () => ({
    '/robots.txt': [200, { 'Content-Type': 'text/plain' }, 'User-agent: *\nDisallow: /private\n'],
    '/': [200, HTML, page('home', links)],
    '/private': [200, HTML, page('private')],
    '/noindex': [200, HTML, page('noindex', ['/after-noindex'], '<meta name=robots content=noindex>')],
    '/after-noindex': [200, HTML, page('after noindex')],
    '/nofollow': [200, { ...HTML, 'X-Robots-Tag': ['googlebot: noindex', 'nofollow'] }, page('nofollow', ['/after-nofollow'])],
    '/after-nofollow': [200, HTML, page('after nofollow')],
    '/packed': [200, { ...HTML, 'Content-Encoding': 'gzip' }, gzipSync(page('packed', [], '<meta name=examplebot content=noindex>'))],
    '/latin': [200, { 'Content-Type': 'text/html; charset=windows-1252' }, Buffer.from(page('caf\u00e9'), 'latin1')],
    '/to-private': [302, { Location: '/private' }, ''],
    '/to-down': [302, { Location: `${down}/page` }, ''],
  });
  let requests;
  let server;
  let other;
  let site;
  let down;

  before(async () => {
    requests = [];
    server = http.createServer(({ url }, response) => {
      requests.push(url);
      const [status, fields, body] = answers()[url] ?? [404, HTML, page('lost')];
      response.writeHead(status, fields).end(body);
    });
    // Its robots.txt is out of reach, so that nothing of it may be fetched.
    other = http.createServer((request, response) => response.writeHead(503).end('no'));
    for (const one of [server, other]) await once(one.listen(0, '127.0.0.1'), 'listening');
    [site, down] = [server, other].map((one) => `http://127.0.0.1:${one.address().port}`);
  });
  after(() => [server, other].forEach((one) => (one.close(), one.closeAllConnections())));

  it('fetches what may be fetched, keeps what may be indexed, and follows where it may', async () => {
    const { status, stdout, stderr } = await ran(process.execPath, ['crawl.mjs', `${site}/`], { cwd: join(folder, 'crawlee'), env });
    assert.equal(status, 0, stderr);
    const lines = stdout.trim().split('\n').filter((line) => line.startsWith('{"url"')).map((line) => JSON.parse(line));
    const titles = lines.filter((line) => line.title !== undefined).map(({ title }) => title);
    assert.deepEqual(titles.sort(), ['after noindex', 'caf\u00e9', 'home', 'nofollow'], stdout);
    const refused = Object.fromEntries(lines.filter(({ message }) => message?.includes('robots.txt')).map(({ url, message }) => [url.slice(site.length), message]));
    assert.match(refused['/private'], /\/private: robots\.txt: Disallow: \/private/);
    assert.match(refused['/to-private'], /\/private: robots\.txt: Disallow: \/private/);
    assert.match(refused['/to-down'], /\/page: robots\.txt: unreachable/);
    assert.ok(!requests.includes('/after-nofollow') && requests.includes('/after-noindex'), requests.join());
    assert.equal(requests.filter((url) => url === '/robots.txt').length, 1);
  });
});

describe('the check of a build', () => {
  const place = join(folder, 'site');
  copied('examples/build-check', place);
  const config = `import { defineConfig } from 'astro/config';
import robotsPolicy from './astro.mjs';
export default defineConfig({ site: 'https://example.com', integrations: [robotsPolicy({ closed: ['/drafts/*'], as: 'googlebot' })] });
`;
  const page = (head) => `<html><head><title>x</title>${head}</head><body>x</body></html>\n`;
  const NOINDEX = '<meta name="robots" content="noindex">';
  const built = async (blog, draft) => {
    write({
      'site/astro.config.mjs': config,
      'site/src/pages/index.astro': page(''),
      'site/src/pages/blog.astro': page(blog),
      'site/src/pages/drafts/one.astro': page(draft),
      'site/public/robots.txt': 'User-agent: GPTBot\nDisallow: /\n',
    });
    return ran(process.execPath, [join(modules, 'astro/astro.js'), 'build'], { cwd: place, env });
  };

  it('lets Astro build a site that is as the policy has it', async () => {
    const { status, stdout, stderr } = await built('', NOINDEX);
    assert.equal(status, 0, stdout + stderr);
    assert.ok(existsSync(join(place, 'dist/drafts/one/index.html')));
  });

  it('fails the build of Astro, and names each page', async () => {
    const { status, stdout, stderr } = await built(NOINDEX, '');
    assert.equal(status, 1);
    assert.match(stdout + stderr, /\/blog\/ \(blog\/index\.html\) may not be found: meta: noindex/);
    assert.match(stdout + stderr, /\/drafts\/one\/ \(drafts\/one\/index\.html\) is to be closed, and may be found/);
    assert.match(stdout + stderr, /2 pages have another answer than the policy/);
  });
});
