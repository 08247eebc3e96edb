/**
 * The package as it is published: its lists of files and types, and examples in an empty folder that installs
 * it.
 */

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';

import { MODULES, PACKAGE, program } from './installed.mjs';
import { examplesOf } from './readme-examples.mjs';

const EXAMPLES = join(PACKAGE, 'test/examples');
/** Which types an example has beside those of the language. */
const TYPES = { 'doors.mts': 'node', 'browser.mts': 'browser' };
const OPTIONS = {
  none: ['--lib', 'es2022', '--types', ''],
  node: ['--lib', 'es2022', '--types', 'node', '--typeRoots', join(MODULES, '@types')],
  browser: ['--lib', 'es2022,dom', '--types', ''],
};
let folder;
let archive;

/** Runs a program, whose failure is that of the test. */
function run(command, args, cwd) {
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  assert.equal(status, 0, `${command} ${args.join(' ')}: ${error ?? ''}\n${stdout}${stderr}`);
  return stdout;
}

before(() => {
  const root = join(PACKAGE, '../../target/tmp');
  mkdirSync(root, { recursive: true });
  folder = mkdtempSync(join(root, 'npm-pack-'));
  run('npm', ['pack', '--silent', '--pack-destination', folder], PACKAGE);
  archive = readdirSync(folder).map((name) => join(folder, name))[0];
});

after(() => rmSync(folder, { recursive: true, force: true }));

describe('the package', () => {
  it('has no dependency and no script of an installation', () => {
    const { dependencies, peerDependencies, optionalDependencies, scripts, version } = JSON.parse(
      readFileSync(join(PACKAGE, 'package.json'), 'utf8'),
    );
    assert.deepEqual(
      [dependencies, peerDependencies, optionalDependencies],
      [undefined, undefined, undefined],
    );
    for (const name of ['preinstall', 'install', 'postinstall', 'prepare'])
      assert.equal(scripts[name], undefined);
    const workspace = readFileSync(join(PACKAGE, '../../Cargo.toml'), 'utf8');
    assert.ok(workspace.includes(`version = "${version}"`), 'the version of the workspace');
  });

  it('says where the project is, as the crates do', () => {
    const { homepage, repository, bugs } = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8'));
    const [, address] = /^repository = "(.*)"$/m.exec(readFileSync(join(PACKAGE, '../../Cargo.toml'), 'utf8')) ?? [];
    assert.equal(homepage, 'https://docs.rs/robots-policy');
    assert.equal(repository?.url ?? repository, address);
    assert.equal(bugs === undefined, address === undefined);
  });

  it('has the licences of the project and of the crates in the module', () => {
    const files = run('tar', ['tzf', archive], folder).split('\n');
    for (const name of ['LICENSE-APACHE', 'LICENSE-MIT', 'README.md', 'dist/THIRD-PARTY.txt']) {
      assert.ok(files.includes(`package/${name}`), name);
    }
    const crates = run('tar', ['xzOf', archive, 'package/dist/THIRD-PARTY.txt'], folder);
    for (const name of ['encoding_rs', 'html5ever', 'idna', 'serde_json'])
      assert.match(crates, new RegExp(`^${name} `, 'm'));
    assert.doesNotMatch(crates, /^robots-policy /m);
  });

  it('has each file that its README and its types name, and its README no link to others', () => {
    const files = run('tar', ['tzf', archive], folder).split('\n');
    const texts = ['README.md', 'lib/index.d.ts', 'lib/robots-parser.d.ts'];
    const all = texts.map((name) => run('tar', ['xzOf', archive, `package/${name}`], folder)).join('\n');
    const named = [...all.matchAll(/`((?:dist|docs|lib)\/[\w./-]+)`/g)].map(([, name]) => name);
    assert.ok(named.includes('dist/docs/records.md') && named.includes('dist/docs/engines.md'));
    for (const name of named) assert.ok(files.includes(`package/${name}`), name);
    for (const [, target] of all.matchAll(/\]\(([^)\s]+)\)/g)) assert.match(target, /^(https:\/\/|#)/);
  });

  it('has the documents of its version, which link to each other alone', () => {
    for (const name of ['ai-use.md', 'answer.schema.json', 'engines.md', 'finding.schema.json', 'ledger.md', 'question.schema.json', 'records.md', 'rules.md', 'users.md']) {
      const text = run('tar', ['xzOf', archive, `package/dist/docs/${name}`], folder);
      assert.equal(text, readFileSync(join(PACKAGE, '../../docs', name), 'utf8'));
      const links = [...text.matchAll(/\]\(([\w./-]+)/g)].map(([, target]) => target);
      const others = links.filter((target) => !/^(https|ai-use|answer|engines|finding|ledger|question|records|rules|users)/.test(target));
      assert.deepEqual(others, [], name);
    }
  });

  it('pleases publint', () => {
    assert.match(run(program('publint'), ['--strict', archive]), /All good/);
  });

  it('pleases attw', () => {
    run(program('attw'), [archive]);
  });
});

describe('installed into an empty folder', () => {
  let place;

  before(() => {
    place = join(folder, 'place');
    cpSync(EXAMPLES, place, { recursive: true });
    writeFileSync(join(place, 'package.json'), '{ "private": true }\n');
    run('npm', ['install', '--silent', '--offline', '--no-audit', '--no-fund', archive], place);
  });

  it('does what its README says', () => {
    const text = readFileSync(join(place, 'node_modules/robots-policy/README.md'), 'utf8');
    const examples = examplesOf(text);
    assert.ok(examples.length > 3 && text.includes('npm install robots-policy'));
    examples.forEach((code, index) => {
      writeFileSync(join(place, `readme-${index}.mjs`), code);
      run(process.execPath, [`readme-${index}.mjs`], place);
    });
  });

  for (const name of readdirSync(EXAMPLES).filter((name) => /\.[cm]js$/.test(name))) {
    it(`runs ${name}`, () => assert.equal(run(process.execPath, [name], place), 'ok\n'));
  }

  for (const [module, resolution] of [
    ['nodenext', 'nodenext'],
    ['esnext', 'bundler'],
  ]) {
    it(`has the types of its values, with the resolution ${resolution}`, () => {
      const names = readdirSync(EXAMPLES).filter((name) => /\.[cm]ts$/.test(name));
      const own = resolution === 'bundler' ? names.filter((name) => name.endsWith('.mts')) : names;
      assert.ok(own.length > 0);
      const out = join(place, resolution);
      for (const [types, options] of Object.entries(OPTIONS)) {
        const group = own.filter((name) => (TYPES[name] ?? 'none') === types);
        const strict = ['--strict', '--exactOptionalPropertyTypes', '--target', 'es2022', ...options];
        const resolved = ['--module', module, '--moduleResolution', resolution, '--outDir', out];
        run(program('tsc'), [...strict, ...resolved, ...group], place);
      }
      for (const name of readdirSync(out))
        assert.equal(run(process.execPath, [join(out, name)], place), 'ok\n');
    });
  }
});
