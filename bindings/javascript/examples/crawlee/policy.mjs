/**
 * Hooks for a crawler of Crawlee over HTTP, and the verdict on a page that its handler has. Nothing is fetched that robots.txt
 * does not allow, or of which that is not known.
 */

import { NonRetryableError } from '@crawlee/cheerio';
import { verdict } from 'robots-policy';

/** @param {{ agent: string, userAgent?: string }} client Its product token, and its whole User-Agent field. */
export function policyOf({ agent, userAgent = agent }) {
  const files = new Map();
  /** The answers as they came: Crawlee puts another stream in the place of one that is not in UTF-8. */
  const answers = new WeakMap();
  const headers = { 'User-Agent': userAgent };

  /** The keys of a record about the robots.txt of a site, which is fetched once a run. */
  function robotsOf(url) {
    const { origin } = new URL(url);
    if (!files.has(origin)) files.set(origin, fetched(`${origin}/robots.txt`, headers));
    return files.get(origin);
  }

  async function mustBeAllowed(url) {
    const { access } = verdict({ url, agent, ...(await robotsOf(url)) });
    if (access.allowed === true) return;
    throw new NonRetryableError(`${url}: robots.txt: ${access.rule ?? access.reason}`);
  }

  return {
    preNavigationHooks: [
      async ({ request }, options) => {
        options.headers = { ...options.headers, ...headers };
        await mustBeAllowed(request.url);
      },
    ],
    // A redirect may lead to another site, or to a path that is closed.
    postNavigationHooks: [
      ({ request, response }) => {
        answers.set(request, response);
        return mustBeAllowed(response.url);
      },
    ],
    /** The verdict on the page of a handler, which has read its body. */
    async judge({ request, body }) {
      const url = request.loadedUrl;
      const document = typeof body === 'string' ? { html: body } : { html_base64: body.toString('base64') };
      return verdict(answers.get(request), { url, agent, ...document, ...(await robotsOf(url)) });
    },
  };
}

async function fetched(url, headers) {
  try {
    const response = await fetch(url, { headers, signal: AbortSignal.timeout(30_000) });
    const bytes = Buffer.from(await response.arrayBuffer());
    return { robots_status: response.status, robots_txt_base64: bytes.toString('base64') };
  } catch {
    return { robots_status: 0 };
  }
}
