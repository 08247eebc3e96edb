// Draws the pictures of the README from fixtures, light and dark: tests/browser/run --pictures

import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { chromium } from 'playwright-core';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const PICTURES = join(ROOT, 'docs/pictures');
const PROGRAM = process.env.ROBOTS_POLICY;
const PLAYGROUND = pathToFileURL(join(ROOT, 'crates/cli/playground/index.html')).href;
const CRAWL = join(ROOT, 'fixtures/archives/crawl.warc.gz');
const EXAMPLE = 'Fields for several crawlers';
const CLOCK = '2026-11-20T00:00:00Z';

/** The report of the fixtures' crawl for three agents. Returns its file. */
function report(folder) {
  const program = (...words) => execFileSync(PROGRAM, words, { cwd: folder, stdio: 'pipe' });
  program('robots-store', 'build', CRAWL, '-o', 'robots.redb');
  const agents = ['ExampleBot', 'GPTBot', 'Googlebot'].flatMap((agent) => ['--agent', agent]);
  program('scan', CRAWL, '--robots-store', 'robots.redb', ...agents, '--now', CLOCK, '-o', 'crawl');
  program('report', 'crawl', '-o', 'crawl.html');
  return join(folder, 'crawl.html');
}

/** Takes one picture of each colour scheme. `prepare` brings the page to what is shown. */
async function pictures(browser, name, address, height, prepare) {
  for (const colorScheme of ['light', 'dark']) {
    const page = await browser.newPage({ colorScheme, viewport: { width: 1200, height } });
    await page.goto(address);
    await prepare(page);
    await page.screenshot({ path: join(PICTURES, `${name}-${colorScheme}.png`) });
    await page.close();
  }
}

async function withExample(page) {
  await page.waitForSelector('html[data-ready]');
  await page.selectOption('#example', { label: EXAMPLE });
  await page.fill('#now', CLOCK);
  await page.waitForSelector('#answer[aria-busy=false]');
}

async function pictured() {
  const folder = mkdtempSync(join(tmpdir(), 'pictures-'));
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ['--no-sandbox'] });
  try {
    mkdirSync(PICTURES, { recursive: true });
    await pictures(browser, 'report', pathToFileURL(report(folder)).href, 900, async () => {});
    await pictures(browser, 'playground', PLAYGROUND, 900, withExample);
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true });
  }
}

await pictured();
