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

import { HEADS } from '../bench/heads.mjs';
import { ROBOTS } from '../bench/robots.mjs';
import { lines as linesOf, placeOf } from '../bench/table.mjs';
import { PACKAGE } from './installed.mjs';
import { examplesOf } from './readme-examples.mjs';

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

  const examples = examplesOf(TEXT);
  it('are six', () => assert.equal(examples.length, 6));
  it('name the module as bundlers know it', () => {
    assert.match(TEXT, /import module from 'robots-policy\/[\w-]+\.wasm'/);
  });
  examples.forEach((code, index) => {
    it(`give what they say, ${index + 1}`, () => {
      const file = join(folder, `${index}.mjs`);
      writeFileSync(file, code);
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

  for (const table of [ROBOTS, HEADS]) {
    it(`has the rows of its ${table.name}, with a ratio in each cell that is measured`, () => {
      const written = placeOf(table).exec(TEXT)[2].trim().split('\n');
      const expected = linesOf(table, () => 'RATIO');
      const isCell = (cell, own) => (cell === 'RATIO' ? /^\d+(\.\d+)?$/.test(own) && Number(own) > 0 : cell === own);
      const cells = (line) => line.split('|').map((cell) => cell.trim());
      assert.equal(written.length, expected.length, 'bench/table.mjs --write writes it');
      expected.forEach((line, index) => {
        const [wanted, found] = [cells(line), cells(written[index])];
        assert.ok(wanted.length === found.length && wanted.every((cell, at) => isCell(cell, found[at])), `${line}: ${written[index]}`);
      });
    });
  }

  it('names the versions beside which its speed was measured', () => {
    const { dependencies } = JSON.parse(readFileSync(new URL('packages/bench/package.json', import.meta.url), 'utf8'));
    for (const [name, version] of Object.entries(dependencies)) assert.ok(TEXT.includes(`${name} ${version}`), name);
  });

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
