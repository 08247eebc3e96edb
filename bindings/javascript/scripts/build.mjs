/**
 * Makes dist/cjs/*.cjs and dist/cjs/*.d.cts from the ES modules and their types, and from the WebAssembly
 * module dist/cjs/module.cjs, which bundles for Node hold; copies the documents that the README names into
 * dist/docs; with --pack also the licences, which npm takes only as files of the package.
 *
 * The sources have three forms of import and export, and this refuses all others.
 */

import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';

import { thirdParty } from './third-party.mjs';

const root = new URL('../', import.meta.url);
/** The modules of `lib` that are not one of its entrances, which have a CommonJS form of their own. */
const ENTRANCES = ['index.js', 'load.js', 'node.js', 'robots-parser.js', 'robots-parser-node.js'];
const MODULES = readdirSync(new URL('lib/', root))
  .filter((name) => name.endsWith('.js') && !ENTRANCES.includes(name))
  .map((name) => name.slice(0, -'.js'.length));
/** The documents that the README names, and the schemas that they name. */
const DOCUMENTS = ['ai-use.md', 'answer.schema.json', 'engines.md', 'finding.schema.json', 'ledger.md', 'parts.md', 'question.schema.json', 'records.md', 'users.md'];
const LICENSES = ['LICENSE-APACHE', 'LICENSE-MIT'];

/** The module of Node, and that of browsers. */
const WASM = new URL('dist/robots-policy-full.wasm', root);
const SMALL = new URL('dist/robots-policy.wasm', root);

/** The CommonJS form of an ES module. */
export function commonJs(source, name) {
  const exported = [];
  const text = source
    .replace(/^import (\{[^}]*\}) from '\.\/([\w-]+)\.js';$/gm, "const $1 = require('./$2.cjs');")
    .replace(/^export ((?:async )?function|class|const) (\w+)/gm, (_, kind, own) => {
      exported.push(own);
      return `${kind} ${own}`;
    });
  const left = /^\s*(?:import|export)\b.*|import\.meta.*/m.exec(text);
  if (left)
    throw new Error(
      `lib/${name}.js: «${left[0]}» has no CommonJS form here; scripts/build.mjs lists the forms`,
    );
  return `'use strict';\n${text}\nmodule.exports = { ${exported.join(', ')} };\n`;
}

/** The types of the drop-in for `require`, which gives the function itself. */
function exportEquals(types) {
  const [shape, ...rest] = types.split('\nexport default function robotsParser');
  if (rest.length !== 1) throw new Error('lib/robots-parser.d.ts: no default export');
  const [, interfaceText, doc] = /^(.*?^}\n)(.*)$/ms.exec(shape);
  const inner = interfaceText.replace(/^export (?=interface|type)/gm, '').replace(/^(?=.)/gm, '  ');
  const call = rest[0].replace('): Robots;', '): robotsParser.Robots;');
  return `declare namespace robotsParser {\n${inner}}\n${doc}\ndeclare function robotsParser${call}\nexport = robotsParser;\n`;
}

function read(path) {
  return readFileSync(new URL(path, root), 'utf8');
}

function build() {
  mkdirSync(new URL('dist/cjs/', root), { recursive: true });
  for (const name of MODULES) {
    writeFileSync(new URL(`dist/cjs/${name}.cjs`, root), commonJs(read(`lib/${name}.js`), name));
  }
  if (existsSync(WASM)) {
    const base64 = readFileSync(WASM).toString('base64');
    writeFileSync(new URL('dist/cjs/module.cjs', root), `module.exports =\n  '${base64}';\n`);
  }
  mkdirSync(new URL('dist/docs/', root), { recursive: true });
  for (const name of DOCUMENTS) copyFileSync(new URL(`../../docs/${name}`, root), new URL(`dist/docs/${name}`, root));
  writeFileSync(new URL('dist/cjs/index.d.cts', root), read('lib/index.d.ts'));
  writeFileSync(
    new URL('dist/cjs/robots-parser.d.cts', root),
    exportEquals(read('lib/robots-parser.d.ts')),
  );
}

if (process.argv.includes('--unpack')) {
  for (const name of LICENSES) rmSync(new URL(name, root), { force: true });
} else {
  build();
  if (process.argv.includes('--pack')) {
    for (const module of [WASM, SMALL]) {
      if (!existsSync(module))
        throw new Error(`${module.pathname} is missing; \`cargo run -p robots-policy-pages\` builds it`);
    }
    writeFileSync(new URL('dist/THIRD-PARTY.txt', root), thirdParty());
    for (const name of LICENSES) copyFileSync(new URL(`../../${name}`, root), new URL(name, root));
  }
}
