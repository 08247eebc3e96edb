// Chromium for the tests of pages: each page may request nothing but itself, and says nothing.

import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, afterEach, before } from 'node:test';

import { AxeBuilder } from '@axe-core/playwright';
import { chromium } from 'playwright-core';

export const DESK = { viewport: { width: 1280, height: 900 } };

let browser;
let pages = [];

before(async () => {
  browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox'] });
});

after(() => browser?.close());

afterEach(async () => {
  for (const { page, faults } of pages) {
    await page.context().close();
    assert.deepEqual(faults, []);
  }
  pages = [];
});

/** Opens an address, or an empty page without one. What it requests and says fails the test. */
export async function visit(address, { fragment = '', ...options } = {}) {
  const context = await browser.newContext({ ...DESK, ...options });
  const page = await context.newPage();
  const faults = [];
  page.on('pageerror', (error) => faults.push(`error: ${error.message}`));
  page.on('console', (message) => faults.push(`console: ${message.text()}`));
  page.on('dialog', (dialog) => (faults.push(`dialog: ${dialog.message()}`), dialog.dismiss()));
  page.on('request', (request) => {
    const url = request.url();
    if (url.split('#')[0] !== address && !/^(?:blob|data):/.test(url)) faults.push(`request: ${url}`);
  });
  pages.push({ page, faults });
  if (address !== undefined) await page.goto(address + fragment);
  return page;
}

/**
 * Has axe look at the page, in the page itself, and say what is wrong alone: otherwise what it found in each frame goes through a
 * second page, with all that is right, which takes eight times as long. These pages have no frames.
 */
export async function accessible(page) {
  const { violations } = await new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode().analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`);
  assert.deepEqual(found, []);
}

/** By how many pixels the page is wider than its window. */
export function overflow(page) {
  return page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
}

/** Keeps a picture of the page in the folder SCREENSHOTS. */
export async function picture(page, name, options = {}) {
  const folder = process.env.SCREENSHOTS;
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`), ...options });
}
