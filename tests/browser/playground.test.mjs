// The playground in Chromium, as `robots-policy play` serves it, and as one file.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';

import { FILE, HERE, PHONE, PROGRAM, accessible, answers, fill, fourOf } from './playground.mjs';
import { give, marks, open, picture, put, settled, shownAnswers } from './playground.mjs';

test('a field that is typed marks its bytes', async () => {
  const page = await open();
  await page.focus('#fields');
  await page.keyboard.type('X-Robots-Tag: googlebot: noindex, nofollow');
  await page.fill('#agent', 'Googlebot');
  await settled(page);
  assert.deepEqual(await marks(page, 'fields'), [
    ['noindex', 'k-no'],
    ['nofollow', 'k-no'],
  ]);
  const { index, follow, archive, fetch } = await answers(page);
  assert.deepEqual([index, follow, archive, fetch], ['NO', 'NO', 'unknown', 'unknown']);
  const sentence = await page.textContent('#sentence');
  assert.equal(
    sentence,
    'Whether it may be fetched is unknown. It must not be shown in results. Its links must not be followed. The document was not given: its answers are not known.',
  );
});

test('a button of a statement moves the focus to its bytes', async () => {
  const page = await open();
  await fill(page, { html: '<title>é😀</title>\n<meta name=robots content="max-snippet:20, noarchive">' });
  await page.click('#rows button:has-text("noarchive")');
  const chosen = await page.evaluate(() => {
    const area = document.activeElement;
    return [area.id, area.value.slice(area.selectionStart, area.selectionEnd)];
  });
  assert.deepEqual(chosen, ['html', 'noarchive']);
  assert.equal(await page.textContent('[data-editor=html] mark.is-chosen'), 'noarchive');
});

test('a caret in marked bytes shows the statement', async () => {
  const page = await open();
  await fill(page, { fields: 'X-Robots-Tag: noindex' });
  await page.focus('#fields');
  await page.keyboard.press('Home');
  await page.keyboard.press('End');
  await page.waitForSelector('#rows button.is-chosen');
});

// The bytes of what is sent, whatever has been before them. Row: the input, its text, the marked text.
const PLACES = [
  ['fields', 'X-Robots-Tag: é😀𝒳, noindex', 'noindex'],
  ['fields', 'HTTP/1.1 200 OK\r\nServer: 😀\r\nx-robots-tag:\t noindex \r\n', 'noindex'],
  ['fields', 'X-Robots-Tag: all\nX-Other: 1\nX-ROBOTS-TAG: noindex', 'noindex'],
  ['html', '<!-- 😀\r\n\u{1F468}\u200D\u{1F469} -->\r\n<meta name=robots content=noindex>', 'noindex'],
  ['html', '<!-- \uD83D \uDE00 -->\n<meta name=robots content=noindex>', 'noindex'],
  ['html', '\uFEFF<meta name=robots content=noindex>', 'noindex'],
  ['html', '<!-- \0\0 -->\n<meta name=robots content=noindex>', 'noindex'],
  ['robots', '# 😀\r\n\r\nUser-agent: *\r\n  Disallow: /\r\n', 'Disallow: /'],
  ['robots', '\uFEFFUser-agent: *\n\tDisallow: / # 😀', 'Disallow: /'],
  ['robots', 'User-agent: *\n \tAllow: /  # é', 'Allow: /'],
];

test('marks of astral characters, line ends and blanks lie on their texts', async () => {
  const page = await open();
  for (const [editor, text, marked] of PLACES) {
    await page.click('#clear');
    await put(page, editor, text);
    const found = (await marks(page, editor)).filter(([, kind]) => /k-(?:no|yes)\b/.test(kind));
    assert.deepEqual(
      found.map(([text]) => text),
      [marked],
      JSON.stringify(text),
    );
  }
});

test('the sheet lies under its text', async () => {
  const page = await open();
  const line = 'A word and 漢字 and 😀, '.repeat(40);
  await fill(page, { html: `<!-- ${line} -->\n<meta name=robots content=noindex>\n${'<p>\n'.repeat(60)}` });
  const [sheet, area] = await page.$eval('[data-editor=html] .box', (box) => {
    return [...box.children].map((part) => [part.clientWidth, part.scrollHeight]);
  });
  // The sheet has no border; both are as wide as the text, and break it at the same places.
  assert.deepEqual(sheet, area);
  await page.$eval('#html', (area) => {
    area.scrollTop = 300;
  });
  await page.waitForFunction(() => document.querySelector('[data-editor=html] .sheet').scrollTop === 300);
});

test('a link holds the whole question', async () => {
  const page = await open();
  const texts = {
    url: 'https://example.com/a?b=ü',
    fields: 'HTTP/1.1 200 OK\nX-Robots-Tag: nofollow,\n noindex',
    html: '<p>😀</p></script><script>alert(1)</script>',
    robots: 'User-agent: *\nDisallow: /',
    agent: 'ExampleBot-News, ExampleBot',
    now: '2026-11-25T15:00:00Z',
  };
  await fill(page, texts);
  await page.click('#copy-link');
  await page.waitForSelector('#said:has-text("link was copied")');
  const link = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(link, /#v2=[A-Za-z0-9_-]+$/);
  const other = await open({ fragment: new URL(link).hash });
  for (const [id, text] of Object.entries(texts)) assert.equal(await other.inputValue(`#${id}`), text, id);
  assert.equal(await other.inputValue('#robotsStatus'), '200');
  assert.deepEqual(await answers(other), await answers(page));
});

test('a link of which a character was changed is refused, or holds the same question', async () => {
  const page = await open();
  await fill(page, { html: '<meta name=robots content=noindex>', fields: 'X-Robots-Tag: noarchive' });
  await page.click('#copy-link');
  await page.waitForSelector('#said:has-text("link was copied")');
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const { hash } = new URL(link);
  const other = await open();
  for (let at = 4; at < hash.length; at += 1) {
    const letter = hash[at] === 'A' ? 'B' : 'A';
    const message = await openHash(other, `${hash.slice(0, at)}${letter}${hash.slice(at + 1)}`);
    if (/was not opened/.test(message)) continue;
    assert.equal(await other.inputValue('#html'), '<meta name=robots content=noindex>');
    assert.equal(await other.inputValue('#fields'), 'X-Robots-Tag: noarchive');
  }
});

/** Opens the question of a fragment; gives what the page says. */
async function openHash(page, hash) {
  await page.evaluate((hash) => {
    document.getElementById('said').replaceChildren();
    location.hash = hash;
  }, hash);
  await page.waitForSelector('#said:has-text("opened")');
  await settled(page);
  return page.textContent('#said');
}

const BROKEN = ['#v2=', '#v2=!!', '#v2=AAAA', '#v1=q1YqAA', '#v2=abc', '#answer', '#%00', '#v2=Mw'];

test('a link that is broken or foreign gives a message', async () => {
  for (const fragment of BROKEN) {
    const page = await open({ fragment });
    assert.match(await page.textContent('#said'), /^The link was not opened: .+\.$/, fragment);
  }
});

test('a long question is no link, and goes by a file', async () => {
  const page = await open();
  const noise = Array.from({ length: 4000 }, (_, i) => `<p>${(i * 2654435761) % 4294967296}`).join('\n');
  await put(page, 'html', `<meta name=robots content=noindex>${noise}`);
  await page.click('#copy-link');
  await page.waitForSelector('#said:has-text("Download the record instead")');
  const [file] = await Promise.all([page.waitForEvent('download'), page.click('#download')]);
  const path = await file.path();
  const record = JSON.parse(readFileSync(path, 'utf8'));
  assert.equal(Object.keys(record).join(), 'html');
  const other = await open();
  await other.setInputFiles('#open', path);
  await other.waitForSelector('#said:has-text("was opened")');
  await settled(other);
  assert.equal(await other.inputValue('#html'), record.html);
  await other.setInputFiles('#open', {
    name: '\u202Ex',
    mimeType: 'application/json',
    buffer: Buffer.from('[1]'),
  });
  await other.waitForSelector('#said:has-text("⟨U+202E⟩x was not opened")');
});

const NASTY = `it's "quoted" $HOME \`id\` \\ !\nRECORD\n</script>`;

test('what is copied is what a shell runs', async () => {
  const page = await open();
  await fill(page, {
    url: "https://example.com/it's?a=[1]&b=$HOME",
    fields: 'X-Robots-Tag: noindex',
    html: NASTY,
    robots: 'Disallow',
  });
  await page.click('summary:has-text("Copy as")');
  await page.click('#copy-record');
  await page.waitForSelector('#said:has-text("The record was copied")');
  const record = await page.evaluate(() => navigator.clipboard.readText());
  assert.equal(JSON.parse(record).html, NASTY);
  await page.click('#copy-command');
  await page.waitForSelector('#said:has-text("The command was copied.")');
  const command = await page.evaluate(() => navigator.clipboard.readText());
  const path = `${dirname(resolve(PROGRAM))}:${process.env.PATH}`;
  const answer = JSON.parse(shell(command, path));
  const shown = JSON.parse(await page.textContent('#json'));
  assert.deepEqual(
    [answer.index, answer.directives, answer.reasons],
    [shown.index, shown.directives, shown.reasons],
  );
  await page.click('#copy-live');
  await page.waitForSelector('#said:has-text("fetches the page")');
  const live = await page.evaluate(() => navigator.clipboard.readText());
  assert.doesNotMatch(live, /-o '?robots\.txt/);
  // Programs of the same names that show their arguments.
  const folder = mkdtempSync(join(tmpdir(), 'playground-'));
  for (const name of ['curl', 'robots-policy']) {
    writeFileSync(join(folder, name), '#!/bin/sh\nprintf "[%s]" "$0" "$@" >> "$SEEN"\n', { mode: 0o755 });
  }
  const seen = join(folder, 'seen');
  shell(live, `${folder}:${process.env.PATH}`, { SEEN: seen }, folder);
  assert.deepEqual(readdirSync(folder).sort(), ['curl', 'robots-policy', 'seen']);
  assert.match(readFileSync(seen, 'utf8'), /\[https:\/\/example\.com\/it's\?a=\[1\]&b=\$HOME\]/);
});

// A curl whose download of the page or of robots.txt breaks off, as its exit status alone says.
const CUT_CURL = `#!/bin/sh
for last in "$@"; do [ "$before" = -o ] && to=$last; before=$last; done
case $last in
*/robots.txt) printf 'User-agent: *\nDisallow: /admin\n' > "$to"; printf 200; exit "$ROBOTS_EXIT" ;;
esac
printf 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<title>x</title><body>' > "\${to:-/dev/stdout}"
exit "$PAGE_EXIT"
`;

test('what broke off does not count as whole in the commands with curl', async () => {
  const page = await open();
  const folder = mkdtempSync(join(tmpdir(), 'playground-'));
  writeFileSync(join(folder, 'curl'), CUT_CURL, { mode: 0o755 });
  const path = `${folder}:${dirname(resolve(PROGRAM))}:${process.env.PATH}`;
  const left = mkdtempSync(join(tmpdir(), 'playground-'));
  const run = (command, [PAGE_EXIT, ROBOTS_EXIT]) =>
    spawnSync('sh', ['-c', command], {
      env: { PATH: path, PAGE_EXIT, ROBOTS_EXIT, TMPDIR: left },
      encoding: 'utf8',
    });
  await page.click('summary:has-text("Copy as")');
  for (const robots of ['', 'User-agent: *\nAllow: /']) {
    await fill(page, { url: 'https://example.com/private', robots });
    await page.click('#copy-live');
    await page.waitForSelector('#said:has-text("fetches the page")');
    const command = await page.evaluate(() => navigator.clipboard.readText());
    const whole = run(command, ['0', '0']);
    assert.match(whole.stdout, /restricts nothing/, whole.stderr);
    assert.equal(/May be fetched/.test(whole.stdout), robots !== '');
    for (const exit of ['18', '28', '56']) {
      const cut = run(command, [exit, '0']);
      assert.deepEqual([cut.stdout, cut.status], ['', Number(exit)]);
      if (robots === '') continue;
      assert.match(run(command, ['0', exit]).stdout, /Must not be fetched.*could not be fetched/s);
    }
  }
  assert.deepEqual(readdirSync(left), []);
});

function shell(command, path, more = {}, cwd = tmpdir()) {
  const { status, stdout, stderr } = spawnSync('sh', ['-c', command], {
    cwd,
    env: { PATH: path, ...more },
    encoding: 'utf8',
  });
  assert.equal(status, 0, stderr);
  return stdout;
}

test('a command with a NUL is refused, and its record is not', async () => {
  const page = await open();
  await put(page, 'url', 'https://example.com/\0');
  await page.click('summary:has-text("Copy as")');
  await page.click('#copy-live');
  await page.waitForSelector('#said:has-text("cannot hold a NUL")');
  await page.click('#copy-record');
  await page.waitForSelector('#said:has-text("The record was copied")');
});

test('engines are read side by side, and a click asks as one', async () => {
  const page = await open();
  await fill(page, { fields: 'HTTP/1.1 200 OK', html: '<meta name=robots content="index, noindex, noarchive">' });
  const count = await page.$$eval('#engine-rows tr', (rows) => rows.length);
  assert.ok(count > 50, String(count));
  await page.waitForSelector('#engine-rows tr:has-text("yandex") td:nth-of-type(2):has-text("yes")');
  await page.click('#engine-rows tr:has-text("bingbot") button.engine');
  await settled(page);
  assert.equal(await page.inputValue('#agent'), 'bingbot');
  assert.ok(await page.isChecked('#who-as'));
  assert.match(await page.textContent('#about'), /^For bingbot, read as this engine/);
  assert.equal((await answers(page)).train, 'NO');
  await page.waitForSelector('#engine-rows tr.is-chosen button[aria-pressed=true]');
  await page.click('#engine-rows tr.is-chosen button.engine');
  await settled(page);
  assert.ok(await page.isChecked('#who-agent'));
});

test('every example has an answer with marks', async () => {
  const page = await open();
  const names = await page.$$eval('#example option', (options) => options.slice(1).map(({ text }) => text));
  assert.ok(names.length > 8);
  for (const name of names) {
    await page.selectOption('#example', name);
    await settled(page);
    assert.equal(await page.isHidden('#answers'), false, name);
    const statements = await page.$$eval('[data-statement]', (buttons) => buttons.length);
    const marked = await page.$$eval('mark', (found) => found.length);
    assert.ok(statements > 0 || name.includes('503'), name);
    assert.ok(marked > 0, name);
  }
});

test('hostile texts are only texts', async () => {
  const page = await open();
  const bad = '"><img src=x onerror=alert(1)></script><script>alert(1)</script>\u202Egpj.exe';
  await fill(page, {
    url: `/${bad}`,
    fields: `X-Robots-Tag: ${bad}\nX-Robots-Tag: max-snippet: ${bad}, noindex`,
    html: `<title>${bad}</title><meta name=robots content='noindex, ${bad.replaceAll("'", '')}'>`,
    robots: `User-agent: *\nDisallow: /${bad}\n${bad}`,
  });
  assert.equal(await page.$('img'), null);
  assert.equal(await page.$$eval('script', (scripts) => scripts.length), 3);
  assert.match(await page.textContent('#fields-notes'), /U\+202E/);
  const shown = await page.$$eval('#answer, #said', (parts) => parts.map((part) => part.textContent).join());
  assert.doesNotMatch(shown, /\u202E/);
  assert.match(shown, /⟨U\+202E⟩/);
  await fill(page, { agent: bad });
  assert.match(await page.textContent('#sentence'), /is not a product token/);
});

// Row: text of the fields, what is said.
const UNREADABLE = [
  ['X-Robots-Tag: all\nnothing\n: x', /line 2 has no colon/],
  ['X-Robots-Tag: all\n: x', /line 2: .* is not a field name/],
  ['X-Robots-Tag\u00A0: noindex', /line 1: .* is not a field name/],
  ['X-Robots-Tag: all\n\f\n noindex', /has no colon/],
  [' X-Robots-Tag: noindex', /line 1 begins with a blank/],
  ['HTTP/1.1 200 OK\n X-Robots-Tag: noindex', /line 2 begins with a blank/],
  ['  HTTP/1.1 200 OK\n  X-Robots-Tag: noindex', /line 1 begins with a blank/],
  ['< HTTP/1.1 200 OK\n< X-Robots-Tag: noindex', /line 1 has no colon/],
  ['* Connected to a (::1)\nA: b', /line 1: .* is not a field name/],
  ['HTTP/1.1 301 Moved\nHTTP/1.1 200 OK\nA: b', /line 2 has no colon/],
  ['A: b\n HTTP/1.1 200 OK\n X-Robots-Tag: noindex', /line 2 begins another response/],
  ['HTTP/1.1 301 Moved\nA: b\n\nHTTP/1.1 200 OK\nX-Robots-Tag: noindex', /another response begins/],
  ['HTTP/1.1 200 Connection established\n\nHTTP/1.1 200 OK\nX-Robots-Tag: noindex', /another response/],
  ['HTTP/1.1 103 Early Hints\nLink: </a>', /interim/],
  ['HTTP/1.1 103\nLink: </a>', /interim/],
  ['A: b\n\n<meta name=robots content=noindex>', /is a body/],
];

test('what cannot be read has no answer, and that is said', async () => {
  const page = await open();
  for (const [fields, said] of UNREADABLE) {
    await fill(page, { fields });
    assert.match(await page.textContent('#sentence'), said, fields);
    assert.deepEqual(await shownAnswers(page), null, fields);
    await page.click('#download');
    assert.match(await page.textContent('#said'), /there is no answer/);
  }
  await page.click('summary:has-text("Copy as")');
  await page.click('#copy-record');
  await page.waitForSelector('#said:has-text("there is no answer")');
  await fill(page, { html: '<title>before</title>' });
  await page.click('#fields-notes button');
  assert.match(await page.textContent('#said'), /HTML is not empty/);
  await settled(page);
  assert.equal(await page.inputValue('#html'), '<title>before</title>');
  assert.match(await page.inputValue('#fields'), /noindex/);
  await fill(page, { html: '' });
  await page.click('#fields-notes button');
  await settled(page);
  assert.equal((await answers(page)).index, 'NO');
  for (const id of ['html', 'robots', 'robotsCached', 'tdmrep']) {
    await put(page, id, 'HTTP/1.1 503 No\n\n<p>');
    assert.match(await page.textContent('#sentence'), /begins with a status line/);
    await put(page, id, '');
  }
  await page.selectOption('#robotsStatus', '');
  await put(page, 'html', '\uD83D');
  assert.match(await page.textContent('#html-notes'), /half of a surrogate pair/);
  await fill(page, { robots: 'User-agent: *\nDisallow: /', robotsStatus: '' });
  assert.match(await page.textContent('#robots-notes'), /not used/);
  assert.equal((await answers(page)).fetch, 'unknown');
});

test('a source that is not known is named, and may be absent by a word', async () => {
  const page = await open();
  await fill(page, { html: '<title>x</title>' });
  assert.deepEqual((await answers(page)).index, 'unknown');
  const sentence = await page.textContent('#sentence');
  assert.equal(sentence, 'Whether it may be fetched is unknown. The header was not given: its answers are not known.');
  await page.click('#more-said li:has-text("header: it was not given") button');
  await settled(page);
  assert.equal((await answers(page)).index, 'yes');
  assert.ok(await page.isChecked('[data-assumed=fields]'));
  assert.match(await page.textContent('#sentence'), /^Whether it may be fetched is unknown\. Some of its answers are not known/);
  const use = () => page.textContent('#rows tr:last-child');
  assert.match(await use(), /^AI useunknownnot given: robots\.txt, tdmrep\.json/);
  await page.check('[data-assumed="robots.txt"]');
  await settled(page);
  assert.match(await use(), /^AI usetrain, train-other, mineunknownnot given: tdmrep\.json/);
  await page.check('[data-assumed=rest]');
  await settled(page);
  assert.equal(await use(), 'AI usenot statedno source states anything');
  assert.equal(await page.textContent('#sentence'), 'It may be fetched. What was read restricts nothing.');
  assert.equal((await page.$$('#more-said li')).length, 0);
  await fill(page, { fields: 'A: b' });
  assert.match(await page.textContent('#sentence'), /names `?fields`?, which is given too/);
});

test('the strip of a phone has every answer in view, and AI use', async () => {
  const page = await open({ ...PHONE, viewport: { width: 390, height: 844 } });
  await fill(page, { fields: 'X-Robots-Tag: noai' });
  const strip = await page.$$eval('#strip > span', (parts) =>
    parts.map((part) => [part.textContent, part.getBoundingClientRect().right <= innerWidth]),
  );
  const words = ['fetch ?', 'index ?', 'follow ?', 'archive ?', 'snippet ?', 'AI use NO'];
  assert.deepEqual(strip, words.map((word) => [word, true]));
  assert.deepEqual([(await answers(page)).train, (await answers(page)).mine], ['NO', 'unknown']);
});

test('a status and an end that is missing decide, and go with a link', async () => {
  const page = await open();
  const page404 = { fields: 'Content-Type: text/html; charset=utf-8', html: '<title>x</title><body>' };
  await fill(page, page404);
  assert.equal((await answers(page)).index, 'yes');
  await page.selectOption('#status', '404');
  await settled(page);
  assert.deepEqual([(await answers(page)).index, (await answers(page))['AI use']], ['unknown', 'unknown']);
  assert.match(await page.textContent('#sentence'), /status that is not that of a page: its answers are not known\.$/);
  await fill(page, { fields: `HTTP/1.1 200 OK\n${page404.fields}` });
  assert.match(await page.textContent('#sentence'), /have the status 200, and 404 is chosen/);
  await page.selectOption('#status', '');
  await settled(page);
  assert.equal((await answers(page)).index, 'yes');
  await fill(page, { html: '<title>x' });
  await page.check('#cut');
  await page.selectOption('#status', '200');
  await fill(page, { fields: page404.fields });
  await page.click('#assumed-part summary');
  await page.check('[data-assumed=rest]');
  await settled(page);
  assert.equal((await answers(page)).index, 'unknown');
  await page.click('#copy-link');
  await page.waitForSelector('#said:has-text("link was copied")');
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const other = await open({ fragment: new URL(link).hash });
  assert.equal(await other.inputValue('#status'), '200');
  assert.ok(await other.isChecked('#cut'));
  assert.ok(await other.isChecked('[data-assumed=rest]'));
  assert.deepEqual(JSON.parse(await other.textContent('#json')).unread, JSON.parse(await page.textContent('#json')).unread);
  await fill(page, { html: '' });
  assert.equal(await page.isChecked('#cut'), false);
  await page.click('summary:has-text("Copy as")');
  await fill(page, { url: 'https://example.com/' });
  await page.click('#copy-live');
  await page.waitForSelector('#said:has-text("fetches the page")');
  assert.match(await page.evaluate(() => navigator.clipboard.readText()), /--assume-absent rest </);
});

test('the status line in the fields of a link counts', async () => {
  const packed = gzipSync(JSON.stringify({ fields: 'HTTP/1.1 404 No\nA: b', html: '<title>x</title>' })).toString('base64url');
  const page = await open({ fragment: `#v2=${packed}` });
  assert.match(await page.textContent('#said'), /^The question of the link was opened\.$/);
  assert.equal((await answers(page)).index, 'unknown');
});

test('the questions of the ledger have their answers', async () => {
  const page = await open();
  const questions = JSON.parse(readFileSync(resolve(HERE, '../../fixtures/ledger.json'), 'utf8'));
  let asked = 0;
  for (const { about, record, answers: expected, unread, refused, padding = 1 } of questions) {
    const file = record.robots_txt?.replace('# padding\n', (line) => line.repeat(padding));
    const message = await openFile(page, JSON.stringify({ ...record, ...(file && { robots_txt: file }) }));
    assert.equal(/was not opened/.test(message), refused !== undefined, `${about}: ${message}`);
    const text = await page.textContent('#json');
    // What the page has no key for is said.
    if (refused || text === '' || /cannot hold it exactly/.test(message)) continue;
    const answer = JSON.parse(text);
    const said = { access: answer.access.allowed, ...fourOf(answer), ...answer.uses };
    assert.deepEqual(said, expected, about);
    const missing = (answer.unread ?? []).map(({ source, why, keeps }) => ({ source, why, keeps }));
    assert.deepEqual(missing, unread, about);
    const words = await answers(page);
    for (const key of ['index', 'follow', 'archive', 'snippet']) {
      const word = { true: 'yes', false: 'NO', null: 'unknown' }[expected[key]];
      const isMoot = expected.access === false && expected[key] !== null;
      assert.equal(words[key], isMoot ? `(${word})` : word, `${about}: ${key}`);
    }
    const isOpen = Object.values(expected).includes(null);
    assert.ok(!isOpen || !/restricts nothing/.test(await page.textContent('#sentence')), about);
    asked += 1;
  }
  console.log(`questions of the ledger that the page answers: ${asked} of ${questions.length}`);
  assert.ok(asked > 70, String(asked));
});

test('a status without a file decides', async () => {
  const page = await open();
  const found = {};
  for (const status of ['404', '503', '0', '']) {
    await fill(page, { fields: 'A: b', robotsStatus: status });
    found[status] = (await answers(page)).fetch;
  }
  assert.deepEqual(found, { 404: 'yes', 503: 'NO', 0: 'NO', '': 'unknown' });
});

test('the status of a robots.txt that the page has set goes with its text', async () => {
  const page = await open();
  const status = () => page.inputValue('#robotsStatus');
  await fill(page, { fields: 'A: b', robots: 'User-agent: *' });
  assert.equal(await status(), '200');
  await fill(page, { robots: '' });
  assert.deepEqual([await status(), (await answers(page)).fetch], ['', 'unknown']);
  await give(page, 'robots', 'HTTP/1.1 410 Gone\r\n\r\nno');
  assert.equal(await status(), '410');
  await give(page, 'robots', 'User-agent: *\nDisallow: /');
  assert.equal(await status(), '200');
  await page.click('[data-editor=robots] button:has-text("Remove")');
  await settled(page);
  assert.deepEqual([await status(), (await answers(page)).fetch], ['', 'unknown']);
  await openFile(page, '{"robots_txt":"User-agent: *"}');
  await fill(page, { robots: '' });
  assert.deepEqual([await status(), (await page.textContent('#sentence')).slice(0, 5)], ['', 'Paste']);
  // A status by hand stays, and so does an empty file that was opened.
  await fill(page, { robots: 'User-agent: *', robotsStatus: '404' });
  await fill(page, { robots: '' });
  assert.equal(await status(), '404');
  await page.click('#clear');
  await give(page, 'robots', '');
  assert.deepEqual([await status(), (await answers(page)).fetch], ['200', 'yes']);
});

test('bytes of a file are read by their charset, and shown', async () => {
  const page = await open();
  const utf16 = Buffer.from('\uFEFF<meta name=robots content="noindex">', 'utf16le');
  await page.setInputFiles('[data-editor=html] input[type=file]', {
    name: 'a.html',
    mimeType: 'text/html',
    buffer: utf16,
  });
  await settled(page);
  assert.equal((await answers(page)).index, 'NO');
  await page.click('#rows button:has-text("noindex")');
  assert.match(await page.evaluate(() => document.activeElement.textContent), /^6e 00 6f 00 69 00/);
  await page.click('[data-editor=html] button:has-text("Remove")');
  await settled(page);
  const saved = Buffer.from(
    'HTTP/1.1 200 OK\r\nX-Robots-Tag: nofollow\r\n\r\n<meta name=robots content=noindex>',
  );
  await page.setInputFiles('[data-editor=fields] input[type=file]', {
    name: 'a.http',
    mimeType: 'text/plain',
    buffer: saved,
  });
  await settled(page);
  const { index, follow } = await answers(page);
  assert.deepEqual([index, follow], ['NO', 'NO']);
});

const NOINDEX = '<meta name=robots content=noindex>';

// Records that the page cannot hold. Row: what the page says, the record.
const RECORDS = [
  [/both/, { robots_txt: 'User-agent: *\nDisallow: /', robots_txt_base64: 'QQ==' }],
  [/status/, { robots_txt: '', robots_status: '404' }],
  [/robots_txt|string/, { robots_txt: ['x'] }],
  [/string/, { html: 5 }],
  [/the reader refuses it/, { headers: [['X-Robots-Tag']] }],
  [/the reader refuses it.*base64/, { html_base64: '*' }],
  [/the reader refuses it.*unknown key/, { htlm: NOINDEX }],
  [/the reader refuses it/, { fields: 'A: b' }],
  [/X-Robots-Tag has a line end/, { headers: [['X-Robots-Tag', 'nofollow,\nnoindex']] }],
  [/X-A has a line end/, { headers: [['X-A', 'foo\rX-Robots-Tag: all']] }],
];

test('a record that the reader refuses is not opened', async () => {
  const page = await open();
  await fill(page, { fields: 'X-Before: 1' });
  for (const [said, record] of RECORDS) {
    const message = await openFile(page, JSON.stringify(record));
    assert.match(message, /^a\.json was not opened: /);
    assert.match(message, said);
    assert.doesNotMatch(message, /atob/);
    assert.equal(await page.inputValue('#fields'), 'X-Before: 1');
    assert.equal(await page.getAttribute('#said', 'class'), 'is-warning');
  }
});

async function openFile(page, text) {
  await page.$eval('#said', (said) => said.replaceChildren());
  await page.setInputFiles('#open', {
    name: 'a.json',
    mimeType: 'application/json',
    buffer: Buffer.from(text),
  });
  await page.waitForSelector('#said:has-text("opened")');
  await settled(page);
  return page.textContent('#said');
}

test('a record that is opened has its own answer, or a warning', async () => {
  const page = await open();
  const message = await openFile(page, '{"robots_cached":"","robots_status":500}');
  assert.equal(message, 'The record was opened.');
  const { stdout } = spawnSync(PROGRAM, ['eval', '--jsonl'], {
    input: '{"robots_cached":"","robots_status":500}',
    encoding: 'utf8',
  });
  assert.deepEqual(JSON.parse(await page.textContent('#json')).access, JSON.parse(stdout).access);
  const lines = { html: `<p>\r\n\r\n${NOINDEX}`, robots_txt: 'User-agent: *\r\nDisallow: /' };
  assert.equal(await openFile(page, JSON.stringify(lines)), 'The record was opened.');
  const other = await openFile(page, JSON.stringify({ headers: [['no name', 'x']], html: NOINDEX }));
  assert.match(other, /cannot hold it exactly: here it has no answer/);
  const chunked = await openFile(page, JSON.stringify({ html: NOINDEX, chunk: 3 }));
  assert.match(chunked, /left out: chunk\.$/);
  const two = ['a', 'b'].map((name) => ({ url: `https://example.com/${name}`, body: '<rsl/>' }));
  const link = '<https://example.com/b>; rel="license"; type="application/rsl+xml"';
  const lost = await openFile(page, JSON.stringify({ headers: [['Link', link]], licenses: two }));
  assert.match(lost, /licenses after the first.*its answer here differs.*unread|diagnostics/);
});

test('fields of any length are read', async () => {
  const page = await open();
  const long = `HTTP/1.1 200 OK\nX-A: ${'a'.repeat(200000)}\nX-Robots-Tag: noindex\n\n<p>`;
  await give(page, 'fields', long);
  assert.equal((await answers(page)).index, 'NO');
});

test('policy tokens keep their commas', async () => {
  const page = await open();
  const record = { html: NOINDEX, policy_tokens: ['Google-Extended=train,input', 'Example'] };
  assert.equal(await openFile(page, JSON.stringify(record)), 'The record was opened.');
  await page.click('summary:has-text("Copy as")');
  await page.click('#copy-record');
  await page.waitForSelector('#said:has-text("The record was copied")');
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  assert.deepEqual(JSON.parse(copied), record);
});

test('what is said goes with the next change', async () => {
  const page = await open();
  await page.click('#clear');
  assert.equal(await page.textContent('#said'), 'All inputs are empty.');
  await page.fill('#fields', 'A: b');
  assert.equal(await page.textContent('#said'), '');
  await page.click('#clear');
  await give(page, 'html', '<p>');
  assert.equal(await page.textContent('#said'), '');
});

test('a message keeps the backquotes of the value that it quotes', async () => {
  const page = await open();
  await fill(page, { fields: 'X-Robots-Tag: max-snippet: a`b`c' });
  assert.match(await page.textContent('#diagnostics'), /a`b`c/);
});

test('ten megabytes are held, not typed', async () => {
  const page = await open();
  const took = await page.evaluate(async () => {
    const text = `<meta name=robots content=noindex>\r\n${'<p>a paragraph</p>\r\n'.repeat(550000)}`;
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', text);
    const start = performance.now();
    const area = document.getElementById('html');
    area.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    const pasted = performance.now() - start;
    let longest = 0;
    let last = performance.now();
    while (document.getElementById('answer').getAttribute('aria-busy') === 'true') {
      await new Promise((resolve) => setTimeout(resolve, 0));
      longest = Math.max(longest, performance.now() - last);
      last = performance.now();
    }
    return { pasted, longest, all: last - start };
  });
  console.log('10 MB, in ms:', took);
  assert.match(await page.textContent('[data-editor=html] .held'), /pasted text · 10,450,035 bytes/);
  assert.equal((await answers(page)).index, 'NO');
  assert.equal(await page.isHidden('#limit'), true);
  await page.fill('#agent', 'Googlebot');
  await settled(page);
});

test('the time of a verdict of 100 KB', async () => {
  const page = await open();
  const head = '<meta name=description content="a page">\n'.repeat(1200);
  const html = `<html><head>${head}<meta name=robots content=noindex></head><body>${'<p>text</p>'.repeat(4700)}`;
  await fill(page, { html });
  const times = [];
  for (let i = 0; i < 9; i += 1) {
    await page.fill('#agent', `Bot${'a'.repeat(i)}`);
    await settled(page);
    times.push(Number(await page.getAttribute('html', 'data-took')));
  }
  times.sort((a, b) => a - b);
  console.log(
    `${html.length} bytes: the median of nine verdicts is ${times[4].toFixed(1)} ms, with the worker's messages`,
  );
  assert.equal((await answers(page)).index, 'NO');
});

test('a keyboard is enough', async () => {
  const page = await open();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  assert.equal(await page.evaluate(() => document.activeElement.id), 'answer');
  const seen = new Set();
  await page.evaluate(() => document.activeElement.blur());
  await page.focus('#example');
  for (let i = 0; i < 40; i += 1) {
    seen.add(await page.evaluate(() => document.activeElement.id));
    await page.keyboard.press('Tab');
  }
  for (const id of [
    'example',
    'copy-link',
    'download',
    'open',
    'clear',
    'url',
    'now',
    'agent',
    'fields',
    'html',
    'robots',
  ]) {
    assert.ok(seen.has(id), `${id} of ${[...seen].join()}`);
  }
  await page.focus('#fields');
  await page.keyboard.type('X-Robots-Tag: noindex');
  await page.waitForSelector('#rows button.statement');
  await settled(page);
  await page.focus('#rows button.statement');
  await page.keyboard.press('Enter');
  const chosen = await page.evaluate(() =>
    document.activeElement.value.slice(document.activeElement.selectionStart),
  );
  assert.equal(chosen, 'noindex');
});

test('both colour schemes are readable, and what is said is announced', async () => {
  for (const colorScheme of ['light', 'dark']) {
    const page = await open({ colorScheme });
    await accessible(page);
    await page.selectOption('#example', { index: 4 });
    await settled(page);
    await page.waitForSelector('#engine-rows .chip');
    for (const part of ['tdmrep-part', 'options-part', 'more-part'])
      await page.$eval(`#${part}`, (details) => (details.open = true));
    await accessible(page, { all: true });
    for (const part of ['options-part', 'more-part'])
      await page.$eval(`#${part}`, (details) => (details.open = false));
    await picture(page, colorScheme);
    const paper = await page.$eval('html', (html) => getComputedStyle(html).backgroundColor);
    assert.equal(paper === 'rgb(20, 22, 27)', colorScheme === 'dark');
    assert.equal(await page.getAttribute('#sentence', 'aria-live'), 'polite');
  }
});

test('a phone scrolls one way', async () => {
  const page = await open(PHONE);
  const width = () => page.evaluate(() => document.documentElement.scrollWidth);
  assert.equal(await width(), 360);
  for (const index of [1, 2, 4]) {
    await page.selectOption('#example', { index });
    await settled(page);
    await page.waitForSelector('#engine-rows .chip');
    assert.equal(await width(), 360, String(index));
  }
  await accessible(page);
  await picture(page, 'phone');
  await fill(page, { url: `/${'a'.repeat(500)}`, fields: `X-Robots-Tag: ${'b'.repeat(500)}: noindex` });
  assert.equal(await width(), 360);
});

test('colours of the system and a printer keep marks and answers', async () => {
  const page = await open({ forcedColors: 'active' });
  await fill(page, { fields: 'X-Robots-Tag: noindex' });
  const line = await page.$eval('mark', (mark) => getComputedStyle(mark).textDecorationLine);
  assert.equal(line, 'underline');
  await page.emulateMedia({ media: 'print' });
  assert.equal(await page.isVisible('#answers'), true);
  assert.equal(await page.isVisible('#copy-link'), false);
});

test('the file alone is the same page', async () => {
  const page = await open({ at: FILE });
  await fill(page, { fields: 'X-Robots-Tag: noindex' });
  assert.equal((await answers(page)).index, 'NO');
  assert.equal(await page.isHidden('#limit'), true);
});
