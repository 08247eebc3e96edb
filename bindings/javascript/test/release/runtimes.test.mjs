/** The packed package in Node 20 to 24, Deno and Bun, as npm has their binaries for Linux on x86-64. */

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';

import { PACKAGE, program, run } from '../installed.mjs';
import { copied, missing, placed, ran } from './place.mjs';

const { folder, modules } = placed('runtimes');
copied('test/examples', folder);
const TYPES = ['--types', 'node', '--typeRoots', join(PACKAGE, '../../target/tmp/npm/node_modules/@types')];
const TARGET = ['--strict', '--target', 'es2022', '--lib', 'es2022', '--module', 'nodenext', '--outDir', join(folder, 'built')];
run(program('tsc'), [...TARGET, ...TYPES, 'doors.mts'], { cwd: folder });

/** The binary of each runtime, how it runs a file, and how it says its version. */
const RUNTIMES = {
  'Node 20': ['node20/bin/node', [], /^v20\./],
  'Node 22': ['node22/bin/node', [], /^v22\./],
  'Node 24': ['node24/bin/node', [], /^v24\./],
  Deno: ['@deno/linux-x64-glibc/deno', ['run', '--allow-all', '--no-lock'], /^deno 2\./],
  Bun: ['@oven/bun-linux-x64/bin/bun', [], /^1\./],
};
const FILES = ['common.cjs', 'module.mjs', 'built/doors.mjs'];
/** Tests that need no other package, which the test runner of each Node runs. */
const TESTS = ['verdict', 'given', 'response', 'ledger', 'loading'].map((name) => `test/${name}.test.mjs`);

for (const [name, [path, options, version]] of Object.entries(RUNTIMES)) {
  const binary = join(modules, path);
  const skip = existsSync(binary) ? false : missing(name, `npm has no binary of it for ${process.platform} on ${process.arch}`);
  describe(name, { skip }, () => {
    const env = { ...process.env, NO_COLOR: '1', DENO_NO_UPDATE_CHECK: '1', DENO_DIR: join(folder, 'deno') };
    it('is what its name says', () => assert.match(run(binary, ['--version'], { env }), version));
    for (const file of FILES) {
      it(`runs ${file}`, async () => {
        const { status, stdout, stderr } = await ran(binary, [...options, file], { cwd: folder, env });
        assert.deepEqual([status, stdout], [0, 'ok\n'], stderr);
      });
    }
    it('runs types as they are written', { skip: name === 'Node 20' && 'it takes no TypeScript' }, async () => {
      const { status, stdout, stderr } = await ran(binary, [...options, 'doors.mts'], { cwd: folder, env });
      assert.deepEqual([status, stdout], [0, 'ok\n'], stderr);
    });
    it('passes the tests of the package', { skip: !name.startsWith('Node') && 'its test runner is another' }, async () => {
      const { status, stdout, stderr } = await ran(binary, ['--test', ...TESTS], { cwd: PACKAGE, env: { ...env, NODE_TEST_CONTEXT: undefined } });
      assert.equal(status, 0, stdout + stderr);
    });
  });
}
