/** The licences of the crates in the module, as their authors wrote them: dist/THIRD-PARTY.txt. */

import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const WORKSPACE = fileURLToPath(new URL('../../../', import.meta.url));
const TARGET = 'wasm32-unknown-unknown';
const CRATE = 'robots-policy-wasm';

/** The text of the file: each licence once, with the crates that have it. */
export function thirdParty() {
  const names = new Set(
    cargo('tree', '-p', CRATE, '--target', TARGET, '-e', 'normal,no-proc-macro', '--prefix', 'none')
      .split('\n')
      .map((line) => /^(\S+) v(\S+)/.exec(line)?.slice(1).join(' ')),
  );
  const { packages } = JSON.parse(cargo('metadata', '--format-version', '1', '--filter-platform', TARGET));
  const texts = new Map();
  for (const { name, version, license, source, manifest_path: manifest } of packages) {
    // Those of the workspace have the licences of the package.
    if (source === null || !names.has(`${name} ${version}`)) continue;
    for (const text of licences(dirname(manifest), name)) {
      texts.set(text, [...(texts.get(text) ?? []), `${name} ${version} (${license})`]);
    }
  }
  const parts = [...texts].map(([text, crates]) => `${crates.join('\n')}\n\n${text}\n`);
  return `robots-policy-full.wasm holds these crates, and robots-policy.wasm a part of them, under these licences.\n\n${parts.join(`\n${'-'.repeat(80)}\n\n`)}`;
}

/** The licences of a crate: of a choice MIT, which is the shortest. */
function licences(folder, name) {
  const all = readdirSync(folder).filter((file) => /^(licen[cs]e|copying|unlicense)/i.test(file));
  const hasMit = all.some((file) => /mit/i.test(file));
  const chosen = all.filter((file) => !hasMit || !/apache|unlicense/i.test(file));
  if (chosen.length === 0) throw new Error(`${name}: no file of a licence in ${folder}`);
  return chosen.map((file) => readFileSync(join(folder, file), 'utf8').trim());
}

function cargo(...args) {
  const { status, stdout, stderr, error } = spawnSync('cargo', [...args, '--locked'], {
    cwd: WORKSPACE,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  if (status !== 0) throw new Error(`cargo ${args[0]}: ${error ?? stderr}`);
  return stdout;
}
