/** The check of a build as an integration of Astro: integrations: [robotsPolicy({ closed: ['/drafts/*'] })] */

import { fileURLToPath } from 'node:url';

import { problemsOf } from './check.mjs';

/** @param {{ closed?: string[], as?: string, headers?: [string, string][] }} policy `site` is that of Astro's configuration. */
export default function robotsPolicy(policy) {
  let site;
  return {
    name: 'robots-policy',
    hooks: {
      'astro:config:done'({ config }) {
        if (config.site === undefined) throw new Error('robots-policy: the configuration of Astro needs `site`');
        site = config.site;
      },
      'astro:build:done'({ dir, logger }) {
        const problems = problemsOf(fileURLToPath(dir), { ...policy, site });
        for (const problem of problems) logger.error(problem);
        if (problems.length > 0) throw new Error(`robots-policy: ${problems.length} pages have another answer than the policy`);
      },
    },
  };
}
