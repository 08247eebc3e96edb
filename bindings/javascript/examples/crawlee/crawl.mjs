/** A crawl of one site that keeps what may be indexed, and follows links where it may: node crawl.mjs https://example.com/ */

import { CheerioCrawler, Configuration } from '@crawlee/cheerio';

import { policyOf } from './policy.mjs';

const { judge, ...hooks } = policyOf({ agent: 'ExampleBot', userAgent: 'ExampleBot/1.0 (+https://example.com/bot)' });

const crawler = new CheerioCrawler(
  {
    ...hooks,
    async requestHandler(context) {
      const { index, follow, uses } = await judge(context);
      const { loadedUrl: url } = context.request;
      if (index === true) console.log(JSON.stringify({ url, title: context.$('title').text(), train: uses.train }));
      if (follow === true) await context.enqueueLinks();
    },
    failedRequestHandler({ request }, { message }) {
      console.log(JSON.stringify({ url: request.url, message }));
    },
  },
  new Configuration({ persistStorage: false }),
);
await crawler.run(process.argv.slice(2));
