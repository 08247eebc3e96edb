/**
 * The README: its examples run, and its tables are those of the package. With UPDATE_DOCS=1 the tables are
 * written.
 */

import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { after, describe, it } from 'node:test';

import { PACKAGE } from './installed.mjs';

const README = join(PACKAGE, 'README.md');
const TEXT = readFileSync(README, 'utf8');
const ROWS = JSON.parse(readFileSync(new URL('robots-parser-differences.json', import.meta.url), 'utf8'));

describe('the examples of the README', () => {
  const root = join(PACKAGE, '../../target/tmp');
  mkdirSync(root, { recursive: true });
  const folder = mkdtempSync(join(root, 'npm-readme-'));
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(PACKAGE, join(folder, 'node_modules/robots-policy'));
  after(() => rmSync(folder, { recursive: true, force: true }));

  const examples = [...TEXT.matchAll(/^```js\n([^]*?)^```$/gm)].map(([, code]) => code);
  it('are four', () => assert.equal(examples.length, 4));
  it('name the module as bundlers know it', () => {
    assert.match(TEXT, /import module from 'robots-policy\/[\w-]+\.wasm'/);
  });
  examples.forEach((code, index) => {
    it(`give what they say, ${index + 1}`, () => {
      let answers = 0;
      const checked = code.replace(/^(.*); \/\/ → (.*)$/gm, (_, asked, answer) => {
        answers += 1;
        return `assert.deepEqual(${asked}, ${answer});`;
      });
      assert.ok(answers > 0);
      const file = join(folder, `${index}.mjs`);
      writeFileSync(file, `import assert from 'node:assert/strict';\n${checked}`);
      const { status, stderr } = spawnSync(process.execPath, [file], { cwd: folder, encoding: 'utf8' });
      assert.equal(status, 0, stderr);
    });
  });
});

describe('the tables of the README', () => {
  const code = (text) => `\`${text}\``;
  const answer = (value) => code(value === null ? 'undefined' : JSON.stringify(value));
  const lines = (text) => text.trim().split('\n').filter(Boolean).map(code).join(' ');
  const question = ([method, ...rest]) =>
    code(`${method}(${rest.map((value) => `'${value}'`).join(', ')})`);
  const parts = {
    differences: [
      '| difference | robots.txt and question | here | robots-parser | clause |',
      '|---|---|---|---|---|',
      ...ROWS.map(({ name, robots, ask, ours, theirs, why }) =>
        `| ${name} | ${lines(robots)}: ${question(ask)} | ${answer(ours)} | ${answer(theirs)} | ${why} |`.replaceAll(
          'a|b',
          'a\\|b',
        ),
      ),
    ].join('\n'),
  };

  for (const [name, part] of Object.entries(parts)) {
    it(`has its ${name}`, () => {
      const place = new RegExp(`(<!-- ${name} -->\n)([^]*?)(<!-- /${name} -->)`);
      if (process.env.UPDATE_DOCS) {
        writeFileSync(
          README,
          readFileSync(README, 'utf8').replace(place, (_, begin, __, end) => `${begin}\n${part}\n\n${end}`),
        );
        return;
      }
      assert.equal(place.exec(TEXT)?.[2].trim(), part, 'UPDATE_DOCS=1 writes it');
    });
  }

  it('has its sizes as bounds, which are near', () => {
    const rows = [...TEXT.matchAll(/^\| `dist\/([\w-]+\.wasm)` \|.*\| (\d+) KB \| (\d+) KB \|$/gm)];
    assert.deepEqual(rows.map(([, name]) => name), ['robots-policy.wasm', 'robots-policy-full.wasm']);
    for (const [, name, ...most] of rows) {
      const bytes = readFileSync(join(PACKAGE, 'dist', name));
      const bounds = most.map((bound) => Number(bound) * 1000);
      [bytes.length, gzipSync(bytes, { level: 9 }).length].forEach((length, index) => {
        assert.ok(
          length <= bounds[index] && length > 0.9 * bounds[index],
          `${name} has ${length} bytes, and the README says ${bounds}`,
        );
      });
    }
  });
});
