/** The packed package in bundles: for Node by esbuild, webpack and Vite, for browsers in Chromium, and for Cloudflare's Workers. */

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, readdirSync, renameSync } from 'node:fs';
import http from 'node:http';
import { createRequire } from 'node:module';
import { extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { after, before, describe, it } from 'node:test';

import { run } from '../installed.mjs';
import { missing, placed } from './place.mjs';

const { folder, modules, write } = placed('bundlers');
const theirs = createRequire(join(modules, 'x.js'));

/** The program of each bundle, which says `ok`. */
const BODY = `
const page = '<!doctype html><meta name=robots content=noindex><p>x';
const headers = { 'Content-Type': 'text/html; charset=utf-8', 'X-Robots-Tag': 'noarchive' };
async function all() {
  const answer = await verdict(new Response(page, { headers }), { agent: 'ExampleBot', robots_txt: 'User-agent: *\\nDisallow: /private', url: 'https://example.com/private' });
  const reader = new HeadReader({ headers: [['Content-Type', 'text/html']] });
  reader.feed(new TextEncoder().encode(page));
  const robots = robotsParser('https://example.com/robots.txt', 'User-agent: *\\nDisallow: /private');
  const found = [answer.access.allowed, answer.index, answer.archive, reader.finish().index, robots.isAllowed('https://example.com/private', 'x')];
  return found.every((one) => one === false) ? 'ok' : JSON.stringify(found);
}
`;
const ESM = `import { HeadReader, init, verdict } from 'robots-policy';\nimport robotsParser from 'robots-policy/robots-parser';\n${BODY}`;
const CJS = `const { HeadReader, verdict } = require('robots-policy');\nconst robotsParser = require('robots-policy/robots-parser');\n${BODY}`;
const PAGE = '<!doctype html><title>wait</title><script type="module" src="SCRIPT"></script><body>wait</body>';
const SHOW = `init().then(all).catch(String).then((text) => fetch('/said', { method: 'POST', body: text }));\n`;
write({
  'node.mjs': `${ESM}all().then((text) => console.log(text));\n`,
  'node.cjs': `${CJS}all().then((text) => console.log(text));\n`,
  'browser/main.js': ESM + SHOW,
  'browser/index.html': PAGE.replace('SCRIPT', '/main.js'),
  // A response of another site, of which a browser shows some fields, and one of which it shows nothing.
  'browser/other.js': `${ESM}async function seen(mode) {
    const other = location.origin.replace('127.0.0.1', 'localhost');
    const response = await fetch(other + '/other', { mode });
    const { index, archive, unread } = await verdict(response, { tdmrep_status: 404, robots_status: 404, url: response.url || other });
    return [response.type, index, archive, unread.map(({ source, why }) => source + ' ' + why)];
  }
  all = async () => JSON.stringify([await seen('cors'), await seen('no-cors')]);\n${SHOW}`,
  'worker.mjs': `import module from 'robots-policy/robots-policy.wasm';\n${ESM}export default { async fetch() { await init(module); return new Response(await all()); } };\n`,
});

/** Runs a bundle where nothing of the package is near. */
function moved(name) {
  const elsewhere = join(folder, 'elsewhere');
  mkdirSync(elsewhere, { recursive: true });
  const place = join(elsewhere, name);
  renameSync(join(folder, 'out', name), place);
  renameSync(join(folder, 'node_modules'), join(folder, 'hidden'));
  try {
    return run(process.execPath, [place], { cwd: elsewhere }).trim();
  } finally {
    renameSync(join(folder, 'hidden'), join(folder, 'node_modules'));
  }
}

function webpacked(options) {
  const webpack = theirs('webpack');
  return new Promise((resolve, reject) => {
    webpack({ context: folder, mode: 'production', ...options }, (error, stats) => {
      if (error) reject(error);
      else if (stats.hasErrors()) reject(new Error(stats.toString({ all: false, errors: true })));
      else resolve(stats);
    });
  });
}

/** Bundles a script by esbuild. */
function esbuilt(entry, outfile, options) {
  const given = { absWorkingDir: folder, entryPoints: [entry], bundle: true, format: 'esm', outfile, logLevel: 'silent' };
  return theirs('esbuild').build({ ...given, ...options });
}

/** A page with a bundle by esbuild, and the module beside it. */
async function paged(name) {
  await esbuilt(`browser/${name}.js`, `web/${name}/lib/main.js`);
  write({ [`web/${name}/index.html`]: PAGE.replace('SCRIPT', 'lib/main.js') });
  run('cp', ['-r', join(folder, 'node_modules/robots-policy/dist'), join(folder, 'web', name, 'dist')]);
}

const vite = () => import(pathToFileURL(join(modules, 'vite/dist/node/index.js')).href);

describe('a bundle for Node has the module inside', () => {
  for (const [entry, format, name] of [
    ['node.mjs', 'esm', 'esbuild.mjs'],
    ['node.mjs', 'cjs', 'esbuild-of-esm.cjs'],
    ['node.cjs', 'cjs', 'esbuild.cjs'],
  ]) {
    it(`by esbuild: ${name}`, async () => {
      await esbuilt(entry, `out/${name}`, { platform: 'node', format });
      assert.equal(moved(name), 'ok');
    });
  }
  for (const entry of ['./node.mjs', './node.cjs']) {
    const name = `webpack-of-${entry.slice(-3)}.cjs`;
    it(`by webpack: ${name}`, async () => {
      await webpacked({ entry, target: 'node', output: { path: join(folder, 'out'), filename: name } });
      assert.equal(moved(name), 'ok');
    });
  }
  it('by Vite', async () => {
    const { build } = await vite();
    const output = { entryFileNames: 'vite.mjs', format: 'es' };
    await build({
      root: folder,
      logLevel: 'error',
      configFile: false,
      ssr: { noExternal: true },
      build: { ssr: 'node.mjs', outDir: 'out', emptyOutDir: false, rollupOptions: { output } },
    });
    assert.equal(moved('vite.mjs'), 'ok');
  });
});

const CHROMIUM = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/google-chrome'].find((path) => path && run('sh', ['-c', `command -v "${path}" || true`]));
const noBrowser = CHROMIUM === undefined && missing('bundles in a browser', 'Chromium is missing; CHROMIUM names it');

describe('a bundle for browsers fetches the module', { skip: noBrowser }, () => {
  const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.wasm': 'application/wasm' };
  let server;
  before(async () => {
    server = http.createServer(async (request, response) => {
      const { url } = request;
      if (url === '/other') {
        const fields = { 'Content-Type': 'text/html; charset=utf-8', 'X-Robots-Tag': 'noindex', 'Access-Control-Allow-Origin': '*' };
        return response.writeHead(200, fields).end('<!doctype html><meta name=robots content=noarchive><p>x');
      }
      if (url === '/said') server.emit('said', Buffer.concat(await request.toArray()).toString());
      try {
        const body = readFileSync(join(folder, 'web', url.endsWith('/') ? `${url}index.html` : url));
        response.writeHead(200, { 'Content-Type': TYPES[extname(url)] ?? 'text/html' }).end(body);
      } catch {
        response.writeHead(404).end();
      }
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
  });
  after(() => (server.close(), server.closeAllConnections()));

  /** The word of the script of a page. */
  async function shown(path) {
    const options = ['--headless=new', '--no-sandbox', '--disable-gpu', `--user-data-dir=${join(folder, 'profile')}`];
    const browser = spawn(CHROMIUM, [...options, `http://127.0.0.1:${server.address().port}${path}`], { stdio: 'ignore' });
    try {
      const [text] = await once(server, 'said', { signal: AbortSignal.timeout(60_000) });
      return text;
    } finally {
      browser.kill();
      await once(browser, 'close');
    }
  }
  const modulesIn = (path) => readdirSync(join(folder, 'web', path), { recursive: true }).filter((name) => name.endsWith('.wasm'));

  it('by Vite', async () => {
    const { build } = await vite();
    await build({ root: join(folder, 'browser'), base: '/vite/', logLevel: 'error', configFile: false, build: { outDir: join(folder, 'web/vite') } });
    assert.equal(modulesIn('vite').length, 1);
    assert.equal(await shown('/vite/'), 'ok');
  });

  it('by webpack', async () => {
    await webpacked({ entry: './browser/main.js', target: 'web', output: { path: join(folder, 'web/webpack'), publicPath: 'auto' } });
    write({ 'web/webpack/index.html': PAGE.replace('SCRIPT', 'main.js') });
    assert.equal(modulesIn('webpack').length, 1);
    assert.equal(await shown('/webpack/'), 'ok');
  });

  it('by esbuild, with the module beside it', async () => {
    await paged('main');
    assert.equal(await shown('/main/'), 'ok');
  });

  it('and knows what the browser hides', async () => {
    await paged('other');
    const [cors, opaque] = JSON.parse(await shown('/other/'));
    assert.deepEqual(cors, ['cors', null, false, ['fields not-given']]);
    assert.deepEqual(opaque.slice(0, 3), ['opaque', null, null]);
    assert.ok(opaque[3].includes('fields not-given') && opaque[3].includes('document not-given'), String(opaque[3]));
  });
});

describe("Cloudflare's Workers", () => {
  before(async () => {
    const external = ['robots-policy/robots-policy.wasm'];
    await esbuilt('worker.mjs', 'out/worker.mjs', { external, conditions: ['workerd', 'worker'] });
  });

  // FinalizationRegistry is there since 2025-05-05.
  for (const compatibilityDate of ['2022-01-01', '2024-09-23', '2025-05-04', '2025-05-05', '2026-04-01']) {
    it(`with the compatibility date ${compatibilityDate}`, async () => {
      const { Miniflare } = theirs('miniflare');
      const path = join(folder, 'out/worker.mjs');
      const wasm = readFileSync(join(folder, 'node_modules/robots-policy/dist/robots-policy.wasm'));
      const worker = new Miniflare({
        compatibilityDate,
        modulesRoot: join(folder, 'out'),
        modules: [
          { type: 'ESModule', path, contents: readFileSync(path, 'utf8') },
          { type: 'CompiledWasm', path: join(folder, 'out/robots-policy/robots-policy.wasm'), contents: wasm },
        ],
      });
      try {
        assert.equal(await (await worker.dispatchFetch('http://localhost/')).text(), 'ok');
      } finally {
        await worker.dispose();
      }
    });
  }
});
