/**
 * The package as it is published: its lists of files and types, and examples in an empty folder that installs
 * it.
 */

import assert from 'node:assert/strict';
import { cpSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';

import { MODULES, PACKAGE, program, run, scratch } from './installed.mjs';

const EXAMPLES = join(PACKAGE, 'test/examples');
/** Which types an example has beside those of the language. */
const TYPES = { 'doors.mts': 'node', 'browser.mts': 'browser' };
const OPTIONS = {
  none: ['--lib', 'es2022', '--types', ''],
  node: ['--lib', 'es2022', '--types', 'node', '--typeRoots', join(MODULES, '@types')],
  browser: ['--lib', 'es2022,dom', '--types', ''],
};
const folder = scratch('pack');
let archive;

/** The examples of a README in JavaScript, as programs that fail where an answer is not the one after the arrow. */
function examplesOf(text) {
  return [...text.matchAll(/^```js\n([^]*?)^```$/gm)].map(([, code]) => {
    const checked = code.replace(/^(.*); \/\/ → (.*)$/gm, 'assert.deepEqual($1, $2);');
    assert.notEqual(checked, code, 'an example has an answer to compare');
    return `import assert from 'node:assert/strict';\n${checked}`;
  });
}

before(() => {
  run('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: PACKAGE });
  archive = readdirSync(folder).map((name) => join(folder, name))[0];
});

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
    const files = run('tar', ['tzf', archive]).split('\n');
    for (const name of ['LICENSE-APACHE', 'LICENSE-MIT', 'README.md', 'dist/THIRD-PARTY.txt']) {
      assert.ok(files.includes(`package/${name}`), name);
    }
    const crates = run('tar', ['xzOf', archive, 'package/dist/THIRD-PARTY.txt']);
    for (const name of ['encoding_rs', 'html5ever', 'idna', 'serde_json'])
      assert.match(crates, new RegExp(`^${name} `, 'm'));
    assert.doesNotMatch(crates, /^robots-policy /m);
  });

  it('has each file that its README and its types name, and its README no link to others', () => {
    const files = run('tar', ['tzf', archive]).split('\n');
    const texts = ['README.md', 'lib/index.d.ts', 'lib/robots-parser.d.ts'];
    const all = texts.map((name) => run('tar', ['xzOf', archive, `package/${name}`])).join('\n');
    const named = [...all.matchAll(/`((?:dist|docs|lib)\/[\w./-]+)`/g)].map(([, name]) => name);
    assert.ok(named.includes('dist/docs/records.md') && named.includes('dist/docs/engines.md'));
    for (const name of named) assert.ok(files.includes(`package/${name}`), name);
    for (const [, target] of all.matchAll(/\]\(([^)\s]+)\)/g)) assert.match(target, /^(https:\/\/|#)/);
  });

  it('has the documents of its version, which link to each other alone', () => {
    for (const name of ['ai-use.md', 'answer.schema.json', 'engines.md', 'finding.schema.json', 'ledger.md', 'parts.md', 'question.schema.json', 'records.md', 'users.md']) {
      const text = run('tar', ['xzOf', archive, `package/dist/docs/${name}`]);
      assert.equal(text, readFileSync(join(PACKAGE, '../../docs', name), 'utf8'));
      const links = [...text.matchAll(/\]\(([\w./-]+)/g)].map(([, target]) => target);
      const others = links.filter((target) => !/^(https|ai-use|answer|engines|finding|ledger|parts|question|records|users)/.test(target));
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
    run('npm', ['install', '--silent', '--offline', '--no-audit', '--no-fund', archive], { cwd: place });
  });

  it('does what its README says', () => {
    const text = readFileSync(join(place, 'node_modules/robots-policy/README.md'), 'utf8');
    const examples = examplesOf(text);
    assert.equal(examples.length, 7);
    assert.ok(text.includes('npm install robots-policy'));
    assert.match(text, /import module from 'robots-policy\/[\w-]+\.wasm'/, 'it names the module as bundlers know it');
    examples.forEach((code, index) => {
      writeFileSync(join(place, `readme-${index}.mjs`), code);
      run(process.execPath, [`readme-${index}.mjs`], { cwd: place });
    });
  });

  for (const name of readdirSync(EXAMPLES).filter((name) => /\.[cm]js$/.test(name))) {
    it(`runs ${name}`, () => assert.equal(run(process.execPath, [name], { cwd: place }), 'ok\n'));
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
        run(program('tsc'), [...strict, ...resolved, ...group], { cwd: place });
      }
      for (const name of readdirSync(out))
        assert.equal(run(process.execPath, [join(out, name)], { cwd: place }), 'ok\n');
    });
  }
});
