/** The program, with whose answers those of the package are compared: that of ROBOTS_POLICY, or one that is built. */

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

import { PACKAGE } from './installed.mjs';

const ROOT = join(PACKAGE, '../..');

/** The path of the program. */
export function built() {
  if (process.env.ROBOTS_POLICY) return process.env.ROBOTS_POLICY;
  const { status, stderr } = spawnSync('cargo', ['build', '--quiet', '--package', 'robots-policy-cli'], { cwd: ROOT, encoding: 'utf8' });
  if (status !== 0) throw new Error(`the program was not built: ${stderr}`);
  return join(process.env.CARGO_TARGET_DIR ?? join(ROOT, 'target'), 'debug/robots-policy');
}
