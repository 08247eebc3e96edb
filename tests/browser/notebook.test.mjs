// What a notebook shows of a verdict, in Chromium: the snapshots of crates/show/tests/notebook.rs, all in one page with the
// rules that JupyterLab has for HTML, light and dark, wide and on a phone. SCREENSHOTS=FOLDER keeps pictures of it.

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { accessible, overflow, picture, visit } from './browser.mjs';

const snapshots = fileURLToPath(new URL('../../crates/show/tests/snapshots/', import.meta.url));
const outputs = fs.readdirSync(snapshots)
  .filter((name) => name.startsWith('notebook__'))
  .map((name) => fs.readFileSync(path.join(snapshots, name), 'utf8').split(/^---\n/m).slice(2).join('---\n'));

// As JupyterLab 4 writes them: tables are small, to the right, and striped.
const jupyter = `
  body { margin: 0; padding: 8px; font: 13px/1.5 system-ui, sans-serif; background: var(--page); color: var(--text) }
  .jp-RenderedHTMLCommon { padding: 8px 0; border-bottom: 1px solid }
  .jp-RenderedHTMLCommon table { border-collapse: collapse; border: none; font-size: 12px; table-layout: fixed;
    margin-left: auto; margin-bottom: 1em; margin-right: auto }
  .jp-RenderedHTMLCommon td, .jp-RenderedHTMLCommon th, .jp-RenderedHTMLCommon tr { vertical-align: middle; padding: .5em;
    line-height: normal; white-space: normal; max-width: none; border: none; text-align: right }
  .jp-RenderedHTMLCommon tbody tr:nth-child(odd) { background: var(--page) }
  .jp-RenderedHTMLCommon tbody tr:nth-child(even) { background: var(--stripe) }
  .jp-RenderedHTMLCommon pre, .jp-RenderedHTMLCommon code { color: var(--text); background: var(--stripe); white-space: pre;
    overflow: auto; font-size: 11px }
  .jp-RenderedHTMLCommon mark { background: yellow }`;
const themes = {
  light: '--page: #fff; --stripe: #f5f5f5; --text: #212121',
  dark: '--page: #111; --stripe: #212121; --text: #e0e0e0',
};

const notebook = (theme) => `<!doctype html><html lang="en"><title>Notebook</title>
<style>:root { ${themes[theme]} } ${jupyter}</style>
<main><h1>Notebook</h1>${outputs.map((html) => `<div class="jp-RenderedHTMLCommon">${html}</div>`).join('')}</main></html>`;

test('every snapshot is there', () => assert.ok(outputs.length >= 6, `${outputs.length}`));

for (const theme of Object.keys(themes)) {
  for (const width of [390, 1280]) {
    test(`a notebook, ${theme}, ${width} pixels wide`, async () => {
      const page = await visit(undefined, { viewport: { width, height: 900 } });
      await page.setContent(notebook(theme));
      await accessible(page);
      assert.equal(await overflow(page), 0);
      const measured = await page.evaluate(() => ({
        ids: document.querySelectorAll('main [id]').length,
        scripts: document.querySelectorAll('main script, main img, main a, main link').length,
        nos: [...document.querySelectorAll('td:nth-child(2)')].filter((cell) => /^(NO|\?|IF)/.test(cell.textContent)
          && getComputedStyle(cell.firstChild).fontWeight < 600).length,
        marks: [...document.querySelectorAll('mark')].filter((mark) => {
          const style = getComputedStyle(mark);
          return style.textDecorationLine !== 'underline' || style.fontWeight < 600;
        }).length,
        right: [...document.querySelectorAll('main td, main th')].filter((cell) => getComputedStyle(cell).textAlign !== 'left').length,
      }));
      assert.deepEqual(measured, { ids: 0, scripts: 0, nos: 0, marks: 0, right: 0 });
      await picture(page, `notebook-${theme}-${width}`, { fullPage: true });
    });
  }
}
