/** The packages to measure beside, which `bindings/javascript/test/install bench` installs. */

import { createRequire } from 'node:module';

const theirs = createRequire(new URL('../../../target/tmp/npm-bench/package.json', import.meta.url));

/** A package, loaded where it is first asked about, so that the form of the tables needs none. */
export function peer(name) {
  return theirs(name);
}
