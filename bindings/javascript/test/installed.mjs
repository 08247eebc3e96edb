/**
 * The packages of devDependencies: those of this folder, else those of target/tmp/npm, where `test/install` puts
 * them.
 */

import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
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
