/**
 * Fails a build whose pages or robots.txt close what is to be found, or leave open what is not:
 * node check.mjs FOLDER policy.json
 *
 * policy.json has the address of the site, the paths of pages that are closed, each perhaps with a * at its end, and the engine that
 * is to find the others: { "site": "https://example.com", "closed": ["/drafts/*"], "as": "googlebot" }. Fields that the host adds are
 * not in a folder; `headers` of policy.json are those of all pages.
 */

import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

import { verdict } from 'robots-policy';

const HTML = [['Content-Type', 'text/html; charset=utf-8']];

/** A sentence for each page of a folder whose answer is not that of the policy. */
export function problemsOf(folder, { site, closed = [], as = null, headers = HTML }) {
  const robots = join(folder, 'robots.txt');
  const client = { as, ...(existsSync(robots) ? { robots_txt: readFileSync(robots, 'utf8') } : { robots_status: 404 }) };
  const pages = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith('.html') && name !== '404.html');
  const paths = new Map(pages.sort().map((name) => [pathOf(name), name]));
  const problems = [...paths].flatMap(([path, name]) => {
    const answer = verdict({ url: new URL(path, site).href, headers, html: readFileSync(join(folder, name), 'utf8'), ...client });
    return problemOf(answer, closed.some((pattern) => isMatch(pattern, path))).map((why) => `${path} (${name}) ${why}`);
  });
  const missing = closed.filter((pattern) => ![...paths.keys()].some((path) => isMatch(pattern, path)));
  return [...problems, ...missing.map((pattern) => `${pattern} is to be closed, and no page has such a path`)];
}

function problemOf({ access, index, reasons }, isClosed) {
  const isFound = access.allowed === true && index === true;
  const isHidden = access.allowed === false || index === false;
  if (isClosed) return isHidden ? [] : ['is to be closed, and may be found'];
  if (isFound) return [];
  const why = reasons.map(({ source, text }) => `${source}: ${text}`).join('; ');
  return [isHidden ? `may not be found: ${why}` : 'is not known to be found: a part of it cannot be read'];
}

/** The path of a file, as hosts of static files have it. */
function pathOf(name) {
  return `/${name.split(sep).join('/')}`.replace(/(?<=\/)index\.html$/, '').replace(/\.html$/, '');
}

function isMatch(pattern, path) {
  return pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern;
}

if (process.argv[1] !== undefined && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const [folder, policy] = process.argv.slice(2);
  const problems = problemsOf(folder, JSON.parse(readFileSync(policy, 'utf8')));
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
