// The playground in Chromium, from a web server, and as one file.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { test } from 'node:test';

import { overflow, picture } from './browser.mjs';
import { FILE, HERE, INPUTS, PHONE, PROGRAM, WHOLE, accessible, answers, asked, copied, fill, fourOf, give, marks, open, openFile, put, settled } from './playground.mjs';

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

test('bytes of a file are read by their charset, and shown', async () => {
  const page = await open();
  const utf16 = Buffer.from('\uFEFF<meta name=robots content="noindex">', 'utf16le');
  await give(page, 'html', utf16, 'a.html');
  assert.equal((await answers(page)).index, 'NO');
  await page.click('#rows button:has-text("noindex")');
  assert.match(await page.evaluate(() => document.activeElement.textContent), /^6e 00 6f 00 69 00/);
});

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

test('fields of any length are read', async () => {
  const page = await open();
  const long = `HTTP/1.1 200 OK\nX-A: ${'a'.repeat(200000)}\nX-Robots-Tag: noindex\n\n<p>`;
  await give(page, 'fields', long);
  assert.equal((await answers(page)).index, 'NO');
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

const NOTED = { fields: 'HTTP/1.1 200 OK\nX-Robots-Tag: noai, no-index', html: '<p>' };

// At 200 % zoom a window of 1280 pixels has 640, at 400 % it has 320.
const NARROW = [390, 640, 320];

test('a narrow window has AI use and the number of warnings in view', async () => {
  for (const width of NARROW) {
    for (const colorScheme of ['light', 'dark']) {
      const page = await asked(NOTED, { ...PHONE, colorScheme, viewport: { width, height: 844 } });
      const strip = await page.$$eval('#strip > span', (parts) =>
        parts.map((part) => {
          const { left, right, bottom } = part.getBoundingClientRect();
          return [part.textContent, left >= 0 && right <= innerWidth && bottom <= innerHeight];
        }),
      );
      const words = ['fetch ?', 'index yes', 'follow yes', 'archive yes', 'snippet yes', 'AI use NO', '1 warning'];
      assert.deepEqual(strip, words.map((word) => [word, true]), `${width}`);
      if (width === 390) await accessible(page);
    }
  }
});

test('a warning of the strip leads to the diagnostics', async () => {
  const page = await asked(NOTED, { ...PHONE, viewport: { width: 390, height: 844 } });
  await page.click('#strip > span:last-child');
  const top = await page.$eval('#diagnostics', (part) => part.getBoundingClientRect().top);
  assert.ok(top > -1 && top < 700, String(top));
});

test('a phone has every answer of an engine in view', async () => {
  const page = await asked(NOTED, { ...PHONE, viewport: { width: 390, height: 844 } });
  await page.waitForSelector('#engine-rows .chip');
  const cut = await page.$$eval('#engine-rows td', (cells) =>
    cells.filter((cell) => cell.getBoundingClientRect().right > innerWidth).map((cell) => cell.textContent),
  );
  assert.deepEqual(cut, []);
  await accessible(page);
});

test('a list that is too long is said to be', async () => {
  const page = await open();
  await page.click('#many summary');
  await fill(page, { robots: 'User-agent: *', urls: '/x\n'.repeat(205) });
  await page.waitForSelector('#many-said:has-text("first 200 of 205 lines")');
});
