// A crawler of Crawlee that respects robots.txt and follows links: driver.cjs INSTALLED AGENT FOLDER URL...
const { createRequire } = require("node:module");

const [installed, agent, folder, ...urls] = process.argv.slice(2);
process.env.CRAWLEE_STORAGE_DIR = folder;
process.env.CRAWLEE_LOG_LEVEL = "OFF";
const { CheerioCrawler } = createRequire(`${installed}/index.js`)("@crawlee/cheerio");

const crawler = new CheerioCrawler({
  respectRobotsTxtFile: { userAgent: agent },
  maxRequestRetries: 1,
  maxCrawlDepth: 1,
  navigationTimeoutSecs: 8,
  preNavigationHooks: [(_, options) => { options.headers = { ...options.headers, "User-Agent": agent }; }],
  async requestHandler({ $, enqueueLinks }) {
    console.log($("body").text());
    await enqueueLinks({ strategy: "all" });
  },
});
crawler.run(urls);
