// The page of `report` in Chromium: from file://, without network, with and without script, light, dark, small and printed.
// SCREENSHOTS=FOLDER keeps pictures of it.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { accessible, overflow, picture, visit } from './browser.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
const program = process.env.ROBOTS_POLICY ?? path.join(root, 'target/debug/robots-policy');
const corpus = process.env.ROBOTS_POLICY_CORPUS ?? path.join(root, '../shared/corpus/warc');
const places = {
  light: { colorScheme: 'light', viewport: { width: 1200, height: 900 } },
  dark: { colorScheme: 'dark', viewport: { width: 1200, height: 900 } },
  phone: { colorScheme: 'light', viewport: { width: 360, height: 740 } },
  'dark phone': { colorScheme: 'dark', viewport: { width: 390, height: 844 } },
};

const WHOLE_PAGE = { fullPage: true };
let folder;

function run(...words) {
  execFileSync(program, words, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
}

/** Scans archives into a run, and draws it. */
function scanned(name, archives, ...words) {
  try {
    run('scan', ...archives, '--now', '2026-03-01T12:00:00Z', '-o', name, ...words);
  } catch (error) {
    assert.equal(error.status, 1, String(error.stderr)); // damaged archives
  }
  run('report', name, '-o', `${name}.html`, '--json', `${name}.jsonl`);
}

/** Draws a cube of cells. */
function drawn(name, cells) {
  fs.writeFileSync(path.join(folder, `${name}.jsonl`), cells.map((cell) => JSON.stringify(cell)).join('\n'));
  run('report', '--cube', `${name}.jsonl`, '-o', `${name}.html`);
}

/** A cube whose names try to be markup. */
function hostile() {
  const names = ['</script><script>alert(1)</script>', '"><img src=x onerror=alert(1)>', 'a\u202Eb', 'xn--p1ai'];
  const measures = ['state', 'tld', 'host', 'extension', 'sources', 'month', 'diagnostics'];
  const cells = names.flatMap((agent) => measures.flatMap((measure) => names.map((name, at) => ({
    agent, measure, name, part: measure === 'host' ? 'restricted' : name, rows: at + 1,
  }))));
  drawn('hostile', cells);
}

/** A cube with more hosts than a report has by name. */
function bounded() {
  const cell = (measure, name, part, rows) => ({ agent: 'gptbot', measure, name, part, rows });
  const hosts = ['a', 'b', 'c', '(others)'].flatMap((name, at) => [
    cell('host', name, 'rows', 240 / (at + 1)), cell('host', name, 'restricted', 9 - at),
  ]);
  drawn('bounded', [...hosts, cell('state', 'free', '', 1200)]);
}

before(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'report-'));
  const crawl = path.join(root, 'fixtures/archives/crawl.warc.gz');
  run('robots-store', 'build', crawl, '-o', 's.redb');
  scanned('crawl', [crawl], '--robots-store', 's.redb', '--agent', 'ExampleBot', '--agent', 'GPTBot');
  scanned('engines', [crawl], '--as', 'googlebot,bingbot,gptbot,yandexbot');
  run('report', 'crawl', 'engines', '-o', 'compared.html');
  hostile();
  bounded();
});

after(() => fs.rmSync(folder, { recursive: true, force: true }));

/** Opens a page, without network. */
const opened = (name, options) => visit(pathToFileURL(path.join(folder, `${name}.html`)).href, { offline: true, ...options });

/** The numbers of a table: by the name of the row, and by the column. */
function numbers(page, id) {
  return page.locator(`[id="${id}"]`).evaluate((table) => {
    const columns = [...table.tHead.rows[0].cells].map((cell) => cell.textContent.trim());
    return Object.fromEntries([...table.tBodies[0].rows].map((row) => [
      row.cells[0].textContent.trim(),
      Object.fromEntries([...row.cells].slice(1).map((cell, at) => [
        columns[at + 1],
        Number.parseInt(cell.textContent.replaceAll(',', ''), 10),
      ])),
    ]));
  });
}

test('without script everything is there', async () => {
  const page = await opened('crawl', { javaScriptEnabled: false });
  const html = fs.readFileSync(path.join(folder, 'crawl.html'), 'utf8');
  assert.equal(await page.locator('table').count(), html.split('<table').length - 1);
  assert.equal(await page.locator('button, input').count(), 0);
  assert.equal(await page.locator('svg[role=img]').first().isVisible(), true);
});

test('the outline has one first heading and skips no level', async () => {
  for (const name of ['crawl', 'compared', 'hostile']) {
    const page = await opened(name);
    const levels = await page.locator('h1, h2, h3').evaluateAll((all) => all.map((head) => Number(head.tagName[1])));
    assert.equal(levels.filter((level) => level === 1).length, 1);
    levels.reduce((last, level) => {
      assert.ok(level <= last + 1);
      return level;
    });
    const ids = await page.locator('[id]').evaluateAll((all) => all.map((element) => element.id));
    assert.equal(new Set(ids).size, ids.length);
    for (const svg of await page.locator('svg[role=img]').all()) {
      const [title, text] = (await svg.getAttribute('aria-labelledby')).split(' ');
      assert.ok(ids.includes(title) && ids.includes(text));
    }
    const bare = await page.locator('table:not(:has(caption)), thead th:not([scope=col]), tbody th:not([scope=row])').count();
    assert.equal(bare, 0);
  }
});

// Before a release, each page in each place; at a change, a wide window, and both others at once.
const looked = Object.entries(places).filter(([place]) => process.env.WHOLE === '1' || ['light', 'dark phone'].includes(place));
for (const [place, options] of looked) {
  test(`axe finds nothing: ${place}`, async () => {
    const names = ['crawl', 'compared', 'engines', 'hostile', 'bounded'];
    for (const name of place === 'dark phone' ? names.slice(0, 2) : names) {
      const page = await opened(name, options);
      await accessible(page);
      const beyond = await overflow(page);
      assert.ok(beyond <= 0, `${name} is ${beyond} pixels too wide`);
      await picture(page, `report-${name}-${place}`, WHOLE_PAGE);
    }
  });
}

test('printed, closed details are open and controls are left out', async () => {
  const page = await opened('engines', places.dark);
  await page.emulateMedia({ media: 'print' });
  assert.equal(await page.locator('nav').isVisible(), false);
  assert.equal(await page.locator('details.agent:not([open]) table').first().isVisible(), true);
  assert.equal(await page.evaluate(() => getComputedStyle(document.body).backgroundColor), 'rgb(255, 255, 255)');
  await picture(page, 'report-engines-print', WHOLE_PAGE);
  const pdf = await page.pdf({ format: 'A4' });
  assert.ok(pdf.length > 10_000);
  if (process.env.SCREENSHOTS) {
    fs.writeFileSync(path.join(process.env.SCREENSHOTS, 'report-engines.pdf'), pdf);
  }
});

/** A cube of five agents with more names of each measure than a page shows. */
function large() {
  const parts = { state: [''], use: ['allow', 'disallow', 'unknown'], host: ['rows', 'restricted'], kept: ['yes', 'unknown'] };
  const states = ['free', 'restricted', 'closed', 'unknown'];
  const measures = ['state', 'closed-by', 'status', 'type', 'tld', 'month', 'permit', 'use', 'conflict', 'extension', 'snippet',
    'image-preview', 'kept', 'host', 'response', 'not-known', 'access', 'sources', 'diagnostics', 'unread'];
  const names = (measure) => (measure === 'state' ? states : Array.from({ length: 30 }, (_, at) => `2026-${at}-name-of-${measure}`));
  const cells = ['googlebot', 'gptbot', 'ccbot', 'claudebot', 'bingbot'].flatMap((agent) => measures.flatMap((measure) => (
    names(measure).flatMap((name, at) => (parts[measure] ?? ['status', 'type', 'tld', 'month'].includes(measure) ? parts[measure] ?? states : [''])
      .map((part) => ({ agent, measure, name, part, rows: 100_000 + at }))))));
  drawn('large', cells);
}

test('five agents are at most twelve sheets', async () => {
  large();
  const page = await opened('large');
  const pdf = await page.pdf({ format: 'A4' });
  const sheets = pdf.toString('latin1').match(/\/Type\s*\/Page\b/g).length;
  assert.ok(sheets <= 12, `${sheets} sheets`);
});

test('on a phone the name of a row stays in view', async () => {
  const page = await opened('crawl', places.phone);
  const table = page.locator('.wide').first();
  await table.evaluate((wide) => { wide.scrollLeft = wide.scrollWidth; });
  const name = await table.locator('tbody th').first().boundingBox();
  const last = await table.locator('tbody td').last().boundingBox();
  assert.ok(name.x >= 0 && name.width < 120 && last.x + last.width <= 360);
});

test('parts are told apart in forced colours', async () => {
  const page = await opened('crawl', { forcedColors: 'active' });
  await accessible(page);
  await picture(page, 'report-crawl-forced', WHOLE_PAGE);
});

test('keys reach the tables, sort them and filter them', async () => {
  const page = await opened('crawl');
  await page.keyboard.press('Tab');
  assert.equal(await page.evaluate(() => document.activeElement.className), 'skip');
  await page.keyboard.press('Tab');
  assert.equal(await page.evaluate(() => document.activeElement.textContent), 'How this page was made');
  await page.keyboard.press('Tab');
  assert.equal(await page.evaluate(() => document.activeElement.closest('nav') !== null), true);
  const table = page.locator('[id="a1-access-n"]');
  const names = () => table.locator('tbody th').allTextContents();
  const first = await names();
  const head = table.locator('thead button').nth(0);
  await head.focus();
  await page.keyboard.press('Enter');
  assert.deepEqual(await names(), [...first].sort().reverse());
  await page.keyboard.press('Enter');
  assert.deepEqual(await names(), [...first].sort());
  assert.equal(await table.locator('th[aria-sort=ascending]').count(), 1);
});

test('bounds are sorted as numbers, and the others stay last', async () => {
  const page = await opened('bounded');
  const table = page.locator('[id="a0-host-n"]');
  const names = () => table.locator('tbody th').allTextContents();
  await table.locator('thead button').nth(1).click();
  assert.deepEqual(await names(), ['a', 'b', 'c', 'others']);
  await table.locator('thead button').nth(1).click();
  assert.deepEqual(await names(), ['c', 'b', 'a', 'others']);
});

test('hostile names are text', async () => {
  const page = await opened('hostile');
  assert.equal(await page.locator('main img, main script').count(), 0);
  assert.equal(await page.locator('script').count(), 1);
  const text = await page.locator('body').textContent();
  assert.ok(text.includes('</script><script>alert(1)</script>'));
  assert.ok(text.includes('a\\u{202e}b') && !text.includes('\u202E'));
});

test('the corpus is drawn', { skip: !fs.existsSync(corpus) && 'there is no ../shared/corpus/warc' }, async () => {
  const archives = fs.readdirSync(corpus).map((name) => path.join(corpus, name));
  scanned('corpus', archives, '--agent', 'CCBot');
  const page = await opened('corpus');
  await accessible(page);
  const summary = JSON.parse(fs.readFileSync(path.join(folder, 'corpus/summary.json'), 'utf8'));
  const facts = await numbers(page, 'run-n');
  assert.equal(facts.responses.number, summary.responses);
  assert.equal(facts['archives with a report'].number, summary.tables);
  await picture(page, 'report-corpus-light', WHOLE_PAGE);
});
