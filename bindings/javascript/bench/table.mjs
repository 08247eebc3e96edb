/**
 * Measures the drop-in, `verdict` and `HeadReader` beside other packages, and prints the tables of the README:
 * node bindings/javascript/bench/table.mjs [--write]
 *
 * A cell is a ratio within this run: above 1, this package is faster. With --write the tables go into the README.
 */

import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const README = new URL('../README.md', import.meta.url);
const INSTALL = fileURLToPath(new URL('../test/install', import.meta.url));

/** The lines of a table, with the text of each cell by `cell`. */
export function lines({ columns, rows }, cell) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  return [
    line(columns),
    `|${'---|'.repeat(columns.length)}`,
    ...rows.map(([label, ...cells]) => line([label, ...cells.map((measure) => (measure === null ? '' : cell(measure)))])),
  ];
}

/** The place of a table in the README. */
export function placeOf({ name }) {
  return new RegExp(`(<!-- ${name} -->\n)([^]*?)(<!-- /${name} -->)`);
}

/** A ratio with as many digits as another run would have. */
function digits(number) {
  if (number >= 10) return String(Math.round(number));
  return number >= 0.1 ? number.toFixed(1) : number.toPrecision(1);
}

/** Shows a ratio while the others are measured. */
function progress(cell) {
  process.stderr.write(`${cell} `);
  return cell;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { status } = spawnSync(INSTALL, ['bench'], { stdio: 'inherit' });
  if (status !== 0) throw new Error(`${INSTALL} bench failed`);
  const tables = [(await import('./robots.mjs')).ROBOTS, (await import('./heads.mjs')).HEADS];
  for (const table of tables) {
    const text = lines(table, (measure) => progress(digits(measure()))).join('\n');
    console.log(`\n${text}`);
    if (process.argv.includes('--write')) {
      const old = readFileSync(README, 'utf8');
      if (!placeOf(table).test(old)) throw new Error(`the README has no place for ${table.name}`);
      writeFileSync(README, old.replace(placeOf(table), (_, begin, __, end) => `${begin}\n${text}\n\n${end}`));
    }
  }
}
