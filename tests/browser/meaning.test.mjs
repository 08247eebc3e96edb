// A click on a statement says what it means, with its clause.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { PHONE, accessible, asked, settled } from './playground.mjs';

const GIVEN = {
  fields: 'HTTP/1.1 200 OK\nX-Robots-Tag: noindex, no-follow\nTDM-Reservation: 1',
  html: '<p>x',
  robots: 'User-agent: *\nDisallow: /\nContent-Signal: ai-train=no',
};

// Row: the text of the button, what is said, in which input.
const MEANINGS = [
  ['#rows button:has-text("noindex")', /^noindex: Do not keep the response .* \(draft-illyes-repext §2\.3\)\.$/, 'fields'],
  ['#rows button:has-text("Disallow: /")', /^disallow: Paths that must not be fetched \(RFC 9309 §2\.2\.2\)\.$/, 'robots'],
  ['#rows button:has-text("ai-train")', /^content-signal:ai-train: Training .* \(Cloudflare, .*\)\.$/, 'robots'],
  ['#diagnostics button:has-text("no-follow")', /^near-directive: .+\.$/, 'fields'],
];

test('a click on a statement says what it means, with its clause', async () => {
  for (const options of [{}, { ...PHONE, viewport: { width: 390, height: 844 } }, { colorScheme: 'dark' }]) {
    const page = await asked(GIVEN, options);
    for (const [button, said, input] of MEANINGS) {
      await page.click(button);
      assert.match(await page.textContent('#meaning'), said, button);
      assert.equal(await page.$eval('#meaning', (part) => part.closest('[data-editor]').dataset.editor), input);
      assert.ok(await page.isVisible('#meaning'));
    }
    await accessible(page);
    await page.fill('#fields', 'HTTP/1.1 200 OK');
    await settled(page);
    assert.ok(await page.isHidden('#meaning'));
  }
});
