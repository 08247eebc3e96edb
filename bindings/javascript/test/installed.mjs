/**
 * The packages of devDependencies: those of this folder, else those of target/tmp/npm, where `test/install` puts
 * them.
 */

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { after } from 'node:test';
import { fileURLToPath } from 'node:url';

export const PACKAGE = fileURLToPath(new URL('..', import.meta.url));
const PLACES = [PACKAGE, join(PACKAGE, '../../target/tmp/npm')];
const found = PLACES.find((place) => existsSync(join(place, 'node_modules/robots-parser')));
if (found === undefined)
  throw new Error('the packages of devDependencies are missing; bindings/javascript/test/install installs them');

export const MODULES = join(found, 'node_modules');
export const theirs = createRequire(join(found, 'package.json'));
/** The path of a program of a package. */
export function program(name) {
  return join(MODULES, '.bin', name);
}
/** The folder of a package. */
export function folder(name) {
  return dirname(theirs.resolve(`${name}/package.json`));
}

/** Runs a program, whose failure is that of the test, and returns its output. */
export function run(command, args, options = {}) {
  const { status, stdout, stderr, error } = spawnSync(command, args, { encoding: 'utf8', maxBuffer: 2 ** 28, ...options });
  assert.equal(status, 0, `${command} ${args.join(' ')}: ${error ?? ''}\n${stdout}${stderr}`);
  return stdout;
}

/** A folder for the files of a test, which goes after it. */
export function scratch(name) {
  const root = join(PACKAGE, '../../target/tmp');
  mkdirSync(root, { recursive: true });
  const folder = mkdtempSync(join(root, `npm-${name}-`));
  after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Makes the package one that programs of a folder find. */
export function link(folder) {
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(PACKAGE, join(folder, 'node_modules/robots-policy'));
}

/** The bytes of the module of browsers, or of Node's. */
export const SMALL = readFileSync(join(PACKAGE, 'dist/robots-policy.wasm'));
export const FULL = readFileSync(join(PACKAGE, 'dist/robots-policy-full.wasm'));

/** The program, with whose answers those of the package are compared: that of ROBOTS_POLICY, or one that is built. */
export function built() {
  if (process.env.ROBOTS_POLICY) return process.env.ROBOTS_POLICY;
  const root = join(PACKAGE, '../..');
  run('cargo', ['build', '--quiet', '--package', 'robots-policy-cli'], { cwd: root });
  return join(process.env.CARGO_TARGET_DIR ?? join(root, 'target'), 'debug/robots-policy');
}
