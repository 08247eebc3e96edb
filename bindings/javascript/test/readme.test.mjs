/** The tables of the README are those of the package; with UPDATE_DOCS=1 they are written. package.test.mjs runs its examples. */

import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, it } from 'node:test';

import { HEADS } from '../bench/heads.mjs';
import { ROBOTS } from '../bench/robots.mjs';
import { lines as linesOf, placeOf } from '../bench/table.mjs';
import { PACKAGE } from './installed.mjs';

const README = join(PACKAGE, 'README.md');
const TEXT = readFileSync(README, 'utf8');
const ROWS = JSON.parse(readFileSync(new URL('robots-parser-differences.json', import.meta.url), 'utf8'));

describe('the tables of the README', () => {
  const code = (text) => `\`${text}\``;
  const answer = (value) => code(value === null ? 'undefined' : JSON.stringify(value));
  const lines = (text) => text.trim().split('\n').filter(Boolean).map(code).join(' ');
  const question = ([method, ...rest]) =>
    code(`${method}(${rest.map((value) => `'${value}'`).join(', ')})`);
  it('has its differences', () => {
    const rows = ROWS.map(({ name, robots, ask, ours, theirs, why }) =>
      `| ${name} | ${lines(robots)}: ${question(ask)} | ${answer(ours)} | ${answer(theirs)} | ${why} |`.replaceAll('a|b', 'a\\|b'),
    );
    const part = ['| difference | robots.txt and question | here | robots-parser | clause |', '|---|---|---|---|---|', ...rows].join('\n');
    const place = placeOf({ name: 'differences' });
    if (process.env.UPDATE_DOCS) return writeFileSync(README, TEXT.replace(place, (_, begin, __, end) => `${begin}\n${part}\n\n${end}`));
    return assert.equal(place.exec(TEXT)?.[2].trim(), part, 'UPDATE_DOCS=1 writes it');
  });

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
