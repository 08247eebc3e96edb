// The playground in Chromium, as `robots-policy play` serves it, and as one file.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';

import { overflow, picture } from './browser.mjs';
import { FILE, HERE, INPUTS, PHONE, PROGRAM, WHOLE, accessible, answers, asked, copied, fill, fourOf, give, marks, open, press, put, settled } from './playground.mjs';

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
  const page = await asked({ html: '<title>é😀</title>\n<meta name=robots content="max-snippet:20, noarchive">' });
  await page.click('#rows button:has-text("noarchive")');
  const chosen = await page.evaluate(() => {
    const area = document.activeElement;
    return [area.id, area.value.slice(area.selectionStart, area.selectionEnd)];
  });
  assert.deepEqual(chosen, ['html', 'noarchive']);
  assert.equal(await page.textContent('[data-editor=html] mark.is-chosen'), 'noarchive');
});

test('a caret in marked bytes shows the statement', async () => {
  const page = await asked({ fields: 'X-Robots-Tag: noindex' });
  await page.focus('#fields');
  await page.keyboard.press('Home');
  await page.keyboard.press('End');
  await page.waitForSelector('#rows button.is-chosen');
});

test('marks of astral characters, line ends and blanks lie on their texts', async () => {
  const page = await open();
  // The bytes of what is sent, whatever has been before them.
  for (const { editor, text, marked } of INPUTS.places) {
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
  const link = await copied(page, 'link');
  assert.match(link, /#v2=[A-Za-z0-9_-]+$/);
  const other = await open({ fragment: new URL(link).hash });
  for (const [id, text] of Object.entries(texts)) assert.equal(await other.inputValue(`#${id}`), text, id);
  assert.equal(await other.inputValue('#robotsStatus'), '200');
  assert.deepEqual(await answers(other), await answers(page));
});

test('a link of which a character was changed is refused, or holds the same question', async () => {
  const page = await asked({ html: '<meta name=robots content=noindex>', fields: 'X-Robots-Tag: noarchive' });
  const link = await copied(page, 'link');
  const { hash } = new URL(link);
  const other = await open();
  for (let at = 4; at < hash.length; at += WHOLE ? 1 : 8) {
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
  const text = readFileSync(await file.path(), 'utf8');
  const record = JSON.parse(text);
  assert.equal(Object.keys(record).join(), 'html');
  const other = await open();
  assert.match(await openFile(other, text), /was opened/);
  assert.equal(await other.inputValue('#html'), record.html);
  assert.match(await openFile(other, '[1]', '\u202Ex'), /⟨U\+202E⟩x was not opened/);
});

const NASTY = `it's "quoted" $HOME \`id\` \\ !\nRECORD\n</script>`;

/** Runs a command with these programs before those of the system. */
function shell(command, folders, env = {}, cwd = tmpdir()) {
  const path = [...folders, process.env.PATH].join(':');
  return spawnSync('sh', ['-c', command], { cwd, env: { PATH: path, ...env }, encoding: 'utf8' });
}

/** The folder of the program, and an empty one for others. */
const OWN = dirname(resolve(PROGRAM));
const emptyFolder = () => mkdtempSync(join(tmpdir(), 'playground-'));

test('what is copied is what a shell runs', async () => {
  const page = await asked({
    url: "https://example.com/it's?a=[1]&b=$HOME",
    fields: 'X-Robots-Tag: noindex',
    html: NASTY,
    robots: 'Disallow',
  });
  const record = await copied(page, 'record');
  assert.equal(JSON.parse(record).html, NASTY);
  const command = await copied(page, 'command');
  const ran = shell(command, [OWN]);
  assert.equal(ran.status, 0, ran.stderr);
  const answer = JSON.parse(ran.stdout);
  const shown = JSON.parse(await page.textContent('#json'));
  assert.deepEqual(
    [answer.index, answer.directives, answer.reasons],
    [shown.index, shown.directives, shown.reasons],
  );
  const live = await copied(page, 'live');
  assert.doesNotMatch(live, /-o '?robots\.txt/);
  // Programs of the same names that show their arguments.
  const folder = emptyFolder();
  for (const name of ['curl', 'robots-policy']) {
    writeFileSync(join(folder, name), '#!/bin/sh\nprintf "[%s]" "$0" "$@" >> "$SEEN"\n', { mode: 0o755 });
  }
  const seen = join(folder, 'seen');
  assert.equal(shell(live, [folder], { SEEN: seen }, folder).status, 0);
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
  const folder = emptyFolder();
  writeFileSync(join(folder, 'curl'), CUT_CURL, { mode: 0o755 });
  const left = emptyFolder();
  const run = (command, [PAGE_EXIT, ROBOTS_EXIT]) => shell(command, [folder, OWN], { PAGE_EXIT, ROBOTS_EXIT, TMPDIR: left });
  for (const robots of ['', 'User-agent: *\nAllow: /']) {
    await fill(page, { url: 'https://example.com/private', robots });
    const command = await copied(page, 'live');
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

test('a command with a NUL is refused, and its record is not', async () => {
  const page = await open();
  await put(page, 'url', 'https://example.com/\0');
  await page.click('summary:has-text("Copy as")');
  await page.click('#copy-live');
  await page.waitForSelector('#said:has-text("cannot hold a NUL")');
  await copied(page, 'record');
});

test('engines are read side by side, and a click asks as one', async () => {
  const page = await asked({ fields: 'HTTP/1.1 200 OK', html: '<meta name=robots content="index, noindex, noarchive">' });
  const count = await page.$$eval('#engine-rows tr', (rows) => rows.length);
  assert.ok(count > 50, String(count));
  await page.waitForSelector('#engine-rows tr:has-text("yandex") td:nth-of-type(2):has-text("yes")');
  await press(page, '#engine-rows tr:has-text("bingbot") button.engine');
  assert.equal(await page.inputValue('#agent'), 'bingbot');
  assert.ok(await page.isChecked('#who-as'));
  assert.match(await page.textContent('#about'), /^For bingbot, read as this engine/);
  assert.equal((await answers(page)).train, 'NO');
  await page.waitForSelector('#engine-rows tr.is-chosen button[aria-pressed=true]');
  await press(page, '#engine-rows tr.is-chosen button.engine');
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

test('what cannot be read has no answer, and that is said', async () => {
  const page = await open();
  for (const { said, text: fields } of INPUTS.fields) {
    await fill(page, { fields });
    assert.match(await page.textContent('#sentence'), new RegExp(said), fields);
    assert.equal(await page.textContent('#json'), '', fields);
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
  await press(page, '#fields-notes button');
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
  const page = await asked({ html: '<title>x</title>' });
  assert.deepEqual((await answers(page)).index, 'unknown');
  const sentence = await page.textContent('#sentence');
  assert.equal(sentence, 'Whether it may be fetched is unknown. The header was not given: its answers are not known.');
  await press(page, '#more-said li:has-text("header: it was not given") button');
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
  const link = await copied(page, 'link');
  const other = await open({ fragment: new URL(link).hash });
  assert.equal(await other.inputValue('#status'), '200');
  assert.ok(await other.isChecked('#cut'));
  assert.ok(await other.isChecked('[data-assumed=rest]'));
  assert.deepEqual(JSON.parse(await other.textContent('#json')).unread, JSON.parse(await page.textContent('#json')).unread);
  await fill(page, { html: '' });
  assert.equal(await page.isChecked('#cut'), false);
  await page.click('summary:has-text("Copy as")');
  await fill(page, { url: 'https://example.com/' });
  await copied(page, 'live');
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
  const all = JSON.parse(readFileSync(resolve(HERE, '../../fixtures/ledger.json'), 'utf8'));
  const questions = all.filter((_, at) => WHOLE || at % 8 === 0);
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
  assert.ok(asked > (WHOLE ? 70 : 8), String(asked));
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
  await press(page, '[data-editor=robots] button:has-text("Remove")');
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
  await give(page, 'html', utf16, 'a.html');
  assert.equal((await answers(page)).index, 'NO');
  await page.click('#rows button:has-text("noindex")');
  assert.match(await page.evaluate(() => document.activeElement.textContent), /^6e 00 6f 00 69 00/);
  await press(page, '[data-editor=html] button:has-text("Remove")');
  await give(page, 'fields', 'HTTP/1.1 200 OK\r\nX-Robots-Tag: nofollow\r\n\r\n<meta name=robots content=noindex>');
  const { index, follow } = await answers(page);
  assert.deepEqual([index, follow], ['NO', 'NO']);
});

const NOINDEX = '<meta name=robots content=noindex>';

test('a record that the reader refuses is not opened', async () => {
  const page = await asked({ fields: 'X-Before: 1' });
  for (const { said, record } of INPUTS.records) {
    const message = await openFile(page, JSON.stringify(record));
    assert.match(message, /^a\.json was not opened: /);
    assert.match(message, new RegExp(said));
    assert.doesNotMatch(message, /atob/);
    assert.equal(await page.inputValue('#fields'), 'X-Before: 1');
    assert.equal(await page.getAttribute('#said', 'class'), 'is-warning');
  }
});

/** Opens a record; gives what the page says. */
async function openFile(page, text, name = 'a.json') {
  await page.$eval('#said', (said) => said.replaceChildren());
  await page.setInputFiles('#open', { name, mimeType: 'application/json', buffer: Buffer.from(text) });
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
  const text = await copied(page, 'record');
  assert.deepEqual(JSON.parse(text), record);
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
  const page = await asked({ fields: 'X-Robots-Tag: max-snippet: a`b`c' });
  assert.match(await page.textContent('#diagnostics'), /a`b`c/);
});

test('ten megabytes are held, not typed', async () => {
  const page = await open();
  await page.evaluate(() => {
    const text = `<meta name=robots content=noindex>\r\n${'<p>a paragraph</p>\r\n'.repeat(550000)}`;
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', text);
    const area = document.getElementById('html');
    area.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  });
  await settled(page);
  assert.match(await page.textContent('[data-editor=html] .held'), /pasted text · 10,450,035 bytes/);
  assert.equal((await answers(page)).index, 'NO');
  assert.equal(await page.isHidden('#limit'), true);
  await fill(page, { agent: 'Googlebot' });
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
  for (const id of ['example', 'copy-link', 'download', 'open', 'clear', 'url', 'now', 'agent', 'fields', 'html', 'robots']) {
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
    await accessible(page);
    for (const part of ['options-part', 'more-part'])
      await page.$eval(`#${part}`, (details) => (details.open = false));
    await picture(page, `playground-${colorScheme}`);
    const paper = await page.$eval('html', (html) => getComputedStyle(html).backgroundColor);
    assert.equal(paper === 'rgb(20, 22, 27)', colorScheme === 'dark');
    assert.equal(await page.getAttribute('#sentence', 'aria-live'), 'polite');
  }
});

test('a phone scrolls one way', async () => {
  const page = await open(PHONE);
  assert.equal(await overflow(page), 0);
  for (const index of [1, 2, 4]) {
    await page.selectOption('#example', { index });
    await settled(page);
    await page.waitForSelector('#engine-rows .chip');
    assert.equal(await overflow(page), 0, String(index));
  }
  await accessible(page);
  await picture(page, 'playground-phone');
  await fill(page, { url: `/${'a'.repeat(500)}`, fields: `X-Robots-Tag: ${'b'.repeat(500)}: noindex` });
  assert.equal(await overflow(page), 0);
});

test('colours of the system and a printer keep marks and answers', async () => {
  const page = await asked({ fields: 'X-Robots-Tag: noindex' }, { forcedColors: 'active' });
  const line = await page.$eval('mark', (mark) => getComputedStyle(mark).textDecorationLine);
  assert.equal(line, 'underline');
  await page.emulateMedia({ media: 'print' });
  assert.equal(await page.isVisible('#answers'), true);
  assert.equal(await page.isVisible('#copy-link'), false);
});

test('the file alone is the same page', async () => {
  const page = await asked({ fields: 'X-Robots-Tag: noindex' }, { at: FILE });
  assert.equal((await answers(page)).index, 'NO');
  assert.equal(await page.isHidden('#limit'), true);
});
