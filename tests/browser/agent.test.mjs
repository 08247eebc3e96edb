// A User-Agent string in the place of a name.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { INPUTS, accessible, asked, copied, fill } from './playground.mjs';

const ROBOTS = 'User-agent: GPTBot\nDisallow: /\n\nUser-agent: Googlebot\nDisallow: /';

test('a User-Agent string is cut to its product token with a word', async () => {
  for (const viewport of [{ width: 390, height: 844 }, { width: 1280, height: 900 }]) {
    const page = await asked({ robots: ROBOTS }, { viewport });
    for (const { text, token } of INPUTS.agents) {
      await fill(page, { agent: text });
      const said = `This is a User-Agent string. The question is about its product token, ${token}.`;
      assert.equal(await page.textContent('#agent-note'), said);
      assert.match(await page.textContent('#about'), new RegExp(`^For ${token} `));
      assert.match(await page.textContent('#sentence'), /ExampleBot/.test(token) ? /may be fetched/ : /must not be fetched/);
    }
    await accessible(page);
    await copied(page, 'record');
    assert.equal(JSON.parse(await page.inputValue('#copied')).agent, 'ExampleBot');
    await fill(page, { agent: 'Googlebot' });
    assert.ok(await page.isHidden('#agent-note'));
  }
});

test('an engine takes a User-Agent string', async () => {
  const page = await asked({ robots: ROBOTS });
  await page.check('#who-as');
  await fill(page, { agent: 'GPTBot/1.2' });
  assert.match(await page.textContent('#about'), /^For gptbot, read as this engine/);
});
