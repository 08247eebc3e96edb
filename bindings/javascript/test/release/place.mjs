/** A folder in which the packed package is installed beside packages of `test/packages`. */

import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after } from 'node:test';

import { PACKAGE, run } from '../installed.mjs';

/** Runs a program while this one answers its requests: its exit status, and its output. */
export async function ran(command, args, options = {}) {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options });
  const parts = { stdout: '', stderr: '' };
  for (const name of Object.keys(parts)) child[name].setEncoding('utf8').on('data', (text) => (parts[name] += text));
  const status = await new Promise((resolve, reject) => child.on('error', reject).on('close', resolve));
  return { status, ...parts };
}

/**
 * Installs the packages of `test/packages/NAME`, and makes a folder in which they and the packed package are found.
 * @returns {{ folder: string, modules: string, write: (files: Record<string, string>) => void }}
 */
export function placed(name) {
  run(join(PACKAGE, 'test/install'), [name]);
  const packages = join(PACKAGE, `../../target/tmp/npm-${name}`);
  const folder = mkdtempSync(join(packages, 'place-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  run('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: PACKAGE });
  const archive = readdirSync(folder).find((file) => file.endsWith('.tgz'));
  const own = join(folder, 'node_modules/robots-policy');
  mkdirSync(own, { recursive: true });
  run('tar', ['xzf', join(folder, archive), '-C', own, '--strip-components', '1']);
  const write = (files) => {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(join(folder, path, '..'), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
  };
  write({ 'package.json': '{ "private": true, "type": "module" }\n' });
  return { folder, modules: join(packages, 'node_modules'), write };
}

/** Copies a folder of the package, except what a build left there. */
export function copied(from, to) {
  cpSync(join(PACKAGE, from), to, { recursive: true, filter: (path) => !path.includes('node_modules') });
}

/** Says loudly what cannot run here, and why. */
export function missing(what, why) {
  process.stderr.write(`\n== SKIPPED ${what}: ${why}\n`);
  const list = process.env.SKIPPED;
  if (list !== undefined && existsSync(list)) writeFileSync(list, `${what} (${why})\n`, { flag: 'a' });
  return `${what}: ${why}`;
}
