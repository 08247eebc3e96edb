// A User-Agent string in the place of a name.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { accessible, fill, open } from './playground.mjs';

const ROBOTS = 'User-agent: GPTBot\nDisallow: /\n\nUser-agent: Googlebot\nDisallow: /';

// Row: what is pasted, the token of the question.
const STRINGS = [
  ['Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)', 'GPTBot'],
  ['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', 'Googlebot'],
  ['User-Agent: Googlebot/2.1 (+http://www.google.com/bot.html)', 'Googlebot'],
  ['GPTBot/1.2', 'GPTBot'],
  ['ExampleBot-News/3.0 (+https://example.com/gptbot)', 'ExampleBot-News'],
  ['Mozilla/5.0 (compatible; ExampleBot/1.0)', 'ExampleBot'],
];

test('a User-Agent string is cut to its product token with a word', async () => {
  for (const viewport of [{ width: 390, height: 844 }, { width: 1280, height: 900 }]) {
    const page = await open({ viewport });
    await fill(page, { robots: ROBOTS });
    for (const [text, token] of STRINGS) {
      await fill(page, { agent: text });
      const said = `This is a User-Agent string. The question is about its product token, ${token}.`;
      assert.equal(await page.textContent('#agent-note'), said);
      assert.match(await page.textContent('#about'), new RegExp(`^For ${token} `));
      assert.match(await page.textContent('#sentence'), /ExampleBot/.test(token) ? /may be fetched/ : /must not be fetched/);
    }
    await accessible(page);
    await page.click('summary:has-text("Copy as")');
    await page.click('#copy-record');
    await page.waitForSelector('#said:has-text("The record was copied")');
    assert.equal(JSON.parse(await page.inputValue('#copied')).agent, 'ExampleBot');
    await fill(page, { agent: 'Googlebot' });
    assert.ok(await page.isHidden('#agent-note'));
  }
});

test('an engine takes a User-Agent string', async () => {
  const page = await open();
  await fill(page, { robots: ROBOTS });
  await page.check('#who-as');
  await fill(page, { agent: 'GPTBot/1.2' });
  assert.match(await page.textContent('#about'), /^For gptbot, read as this engine/);
});
