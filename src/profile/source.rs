//! The documents that the table rests on: one row each.

use std::fmt;

use super::day::Day;

/// A document about a crawler: its key, its author and title, its own date, its address where it is known, and the day on which
/// it was read last.
#[derive(Debug, PartialEq, Eq)]
pub struct Reference {
    key: &'static str,
    title: &'static str,
    dated: &'static str,
    #[cfg(feature = "documents")]
    url: Option<&'static str>,
    verified: Day,
}

impl Reference {
    /// The key by which the table names it: `G-META`.
    pub fn key(&self) -> &'static str {
        self.key
    }

    /// Its author and title.
    pub fn title(&self) -> &'static str {
        self.title
    }

    /// Its date as it states it, or the date of the copy that was read.
    pub fn dated(&self) -> &'static str {
        self.dated
    }

    /// Its address, where it is known.
    #[cfg(feature = "documents")]
    pub fn url(&self) -> Option<&'static str> {
        self.url
    }

    /// The last day on which it was read, and on which the facts that rest on it were verified.
    pub fn verified(&self) -> Day {
        self.verified
    }

    /// Every document of the table.
    pub fn all() -> &'static [&'static Reference] {
        SOURCES
    }
}

impl fmt::Display for Reference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.title, self.dated)
    }
}

macro_rules! sources {
    ($($const:ident = $key:literal, $title:literal, $dated:literal $(, $url:literal)? $(, read $year:literal $month:literal $day:literal)?;)+) => {
        $(pub(super) static $const: Reference = Reference {
            key: $key,
            title: $title,
            dated: $dated,
            #[cfg(feature = "documents")]
            url: sources!(@url $($url)?),
            verified: sources!(@read $($year $month $day)?),
        };)+

        static SOURCES: &[&Reference] = &[$(&$const),+];
    };
    (@url $url:literal) => { Some($url) };
    (@url) => { None };
    (@read $year:literal $month:literal $day:literal) => { Day::new($year, $month, $day) };
    (@read) => { VERIFIED };
}

sources! {
    G_META = "G-META", "Google, Robots meta tag, data-nosnippet, and X-Robots-Tag specifications", "2026-03-24", "https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag";
    G_LINKS = "G-LINKS", "Google, Qualify your outbound links to Google", "copy of 2026-11-28", "https://developers.google.com/search/docs/crawling-indexing/qualify-outbound-links", read 2026 11 28;
    G_RTX = "G-RTX", "Google, How Google interprets the robots.txt specification", "read 2026-09-01", "https://developers.google.com/crawling/docs/robots-txt/robots-txt-spec";
    G_COM = "G-COM", "Google, Google's common crawlers", "2026-07-14, copy of 2026-09-22", "https://developers.google.com/crawling/docs/crawlers-fetchers/google-common-crawlers";
    G_COM_24 = "G-COM-24", "Google, Google crawlers and fetchers, in a copy with all tokens", "2023 or 2024";
    G_SPC = "G-SPC", "Google, List of Google's special-case crawlers", "2026-02-11", "https://developers.google.com/crawling/docs/crawlers-fetchers/google-special-case-crawlers";
    G_UTF = "G-UTF", "Google, List of Google user-triggered fetchers", "copy of 2026", "https://developers.google.com/crawling/docs/crawlers-fetchers/google-user-triggered-fetchers";
    G_FEED = "G-FEED", "Google, Feedfetcher", "copy of 2026";
    G_CHG = "G-CHG", "Google, Changelog of the crawling documentation", "to 2026-10-30";
    G_JS = "G-JS", "Google, JavaScript SEO basics", "2026-03-04, quoted 2026-08-13", "https://developers.google.com/search/docs/crawling-indexing/javascript/javascript-seo-basics";
    G_2019 = "G-2019", "Google, A note on unsupported rules in robots.txt", "July 2019", "https://developers.google.com/search/blog/2019/07/a-note-on-unsupported-rules-in-robotstxt";
    GRP = "GRP", "google/robotstxt, the parser of Googlebot", "2026-04-01", "https://github.com/google/robotstxt";
    B_META = "B-META", "Bing Webmaster help, Robots Metatags", "undated, before 2023", "https://www.bing.com/webmasters/help/which-robots-metatags-does-bing-support-5198d240";
    B_META_26 = "B-META-26", "Bing Webmaster help, Robots Metatags, as a public program quotes it", "quoted 2026-09-30", "https://www.bing.com/webmasters/help/which-robots-metatags-does-bing-support-5198d240";
    B_GUIDE = "B-GUIDE", "Bing, Webmaster Guidelines", "quoted 2026-10-07";
    B_PARTS = "B-PARTS", "Bing blog, data-nosnippet in Bing Search and Copilot, as its press reports quote it", "2025-10-15", read 2026 11 28;
    B_2023 = "B-2023", "Bing blog, options for webmasters to control the use of their content in Bing Chat", "2023-09-22", "https://blogs.bing.com/webmaster/september-2023/Announcing-new-options-for-webmasters-to-control-usage-of-their-content-in-Bing-Chat";
    B_2020 = "B-2020", "Bing, controls of snippets, as ppc.land and searchenginejournal.com report", "April 2020";
    B_2012 = "B-2012", "Bing blog, To crawl or not to crawl, that is BingBot's question", "2012-05-03", "https://blogs.bing.com/webmaster/2012/05/03/to-crawl-or-not-to-crawl-that-is-bingbots-question";
    B_2020F = "B-2020F", "Bing (F. Dubut) on default groups beside an own one, as thrivesearch.com quotes", "2020";
    B_CRAWL = "B-CRAWL", "Bing Webmaster help, Which crawlers does Bing use", "copy of 2026-09-22", "https://www.bing.com/webmasters/help/which-crawlers-does-bing-use-8c184ec0";
    Y_META = "Y-META", "Yandex Webmaster, Robots meta tag and X-Robots-Tag HTTP header", "undated copies", "https://yandex.com/support/webmaster/controlling-robot/meta-robots.html";
    Y_PARTS = "Y-PARTS", "Yandex Webmaster, How to hide page content from indexing", "undated copy", "https://yandex.com/support/webmaster/controlling-robot/indexing-prohibition.html", read 2026 11 28;
    Y_UA = "Y-UA", "Yandex Webmaster, The User-agent directive", "undated copy";
    Y_RTX = "Y-RTX", "Yandex Webmaster, Using robots.txt", "undated copy", "https://yandex.com/support/webmaster/controlling-robot/robots-txt.html";
    Y_LOGS = "Y-LOGS", "Yandex Webmaster, How to make sure that a robot belongs to Yandex", "undated copy", "https://yandex.com/support/webmaster/robot-workings/check-yandex-robots.html";
    Y_CODE = "Y-CODE", "Yandex, the field parser of its fetchers (ydb-platform/ydb, library/cpp/http/fetch) with its tests", "2022 to 2026, commit 0142011d", "https://github.com/ydb-platform/ydb/tree/main/library/cpp/http/fetch";
    A_BOT = "A-BOT", "Apple, About Applebot", "2026-09-04, copy of 2026-09-22", "https://support.apple.com/en-us/119829";
    AMZ = "AMZ", "Amazon, About AmazonBot", "2026-09-04, copy of 2026-09-22", "https://developer.amazon.com/amazonbot", read 2026 11 26;
    AMZ_OLD = "AMZ-OLD", "Amazon, About Amazonbot", "undated copy, before 2026", "https://developer.amazon.com/support/amazonbot", read 2026 11 26;
    BEDROCK = "BEDROCK", "AWS, Crawl web pages for your Amazon Bedrock knowledge base", "undated copies", "https://docs.aws.amazon.com/bedrock/latest/userguide/webcrawl-data-source-connector.html", read 2026 11 26;
    NOVA = "NOVA", "aws/nova-act, the browser of Nova Act", "2026-04-30, commit 9b3c773b", "https://github.com/aws/nova-act", read 2026 11 26;
    OAI = "OAI", "OpenAI, Overview of OpenAI Crawlers", "quoted 2026-08-21 to 2026-10-07", "https://developers.openai.com/api/docs/bots", read 2026 11 26;
    OAI_AGENT = "OAI-AGENT", "OpenAI Help, ChatGPT agent allowlisting (article 11845367)", "undated copy", "https://help.openai.com/en/articles/11845367-chatgpt-agent-allowlisting", read 2026 11 26;
    OAI_ADS = "OAI-ADS", "OpenAI Help, Advertiser Guidance for Allowing OpenAI Web Crawlers (article 20001243)", "quoted 2026-11-20";
    OAI_FAQ = "OAI-FAQ", "OpenAI, Publishers and Developers FAQ, as aokmarketing.com reports", "2025 or 2026";
    ANT = "ANT", "Anthropic, Does Anthropic crawl data from the web, and how can site owners block the crawler?", "copy of 2026-09-22", "https://support.claude.com/en/articles/8896518-does-anthropic-crawl-data-from-the-web-and-how-can-site-owners-block-the-crawler", read 2026 11 26;
    ANT_404 = "ANT-404", "Anthropic, as 404 Media quotes its spokesperson", "2024-07-30", "https://404media.co/websites-are-blocking-the-wrong-ai-scrapers-because-ai-companies-keep-making-new-ones", read 2026 11 26;
    ANT_CODE = "ANT-CODE", "anthropics/claude-code, issue 38568 on the name of its requests", "2026-03-25", "https://github.com/anthropics/claude-code/issues/38568", read 2026 11 26;
    PPX = "PPX", "Perplexity, Perplexity Crawlers", "copy of 2026-09-22", "https://docs.perplexity.ai/docs/resources/perplexity-crawlers", read 2026 11 26;
    META = "META", "Meta, Meta Web Crawlers", "undated copy, quoted 2026-10-07", "https://developers.facebook.com/docs/sharing/webmasters/web-crawlers/";
    META_FB = "META-FB", "Meta, About FacebookBot, as Seirdy quotes it", "quoted 2024-12-10", "https://developers.facebook.com/docs/sharing/bot/", read 2026 11 26;
    CC = "CC", "Common Crawl, CCBot and its FAQ", "2026-05-28 and 2026-10-07", "https://commoncrawl.org/ccbot";
    MJK = "MJK", "Mojeek, MojeekBot", "undated copies", "https://www.mojeek.com/bot.html";
    SZ = "SZ", "Seznam help, Indexing control", "undated copy";
    SZ_CRAWL = "SZ-CRAWL", "Seznam help, Crawling control", "2025-01-29";
    SZ_XR = "SZ-XR", "Seznam help, Meta tag robots (in Czech)", "quoted in 2026";
    SZ_AI = "SZ-AI", "Seznam Partner help on Seznam AI", "quoted 2026-08-11";
    DDG = "DDG", "DuckDuckGo help, DuckAssistBot", "2025 to 2026", "https://duckduckgo.com/duckduckgo-help-pages/results/duckassistbot";
    NAV = "NAV", "Naver Search Advisor on robots.txt, as naligi.com reports", "2024-01-14";
    YAH = "YAH", "Yahoo help on Slurp (slurp-02, slurp-03, SLN2213)", "undated copies, before 2013";
    BAI = "BAI", "Baidu, How to block the crawling of Baiduspider", "undated copy", "https://www.baidu.com/search/robots_english.html";
    BAI_QA = "BAI-QA", "Baidu, questions and answers about its spiders, as many sites copy them", "undated";
    BAI_JM = "BAI-JM", "Baidu's webmaster college on robots.txt, as jademond.com reads it", "undated";
    BAI_CC = "BAI-CC", "crawler-commons, the table of directives and who specifies them", "2026", "https://github.com/crawler-commons/crawler-commons/pull/566";
    PET = "PET", "Aspiegel (Huawei), PetalBot", "undated", "https://aspiegel.com/petalbot";
    MIS = "MIS", "Mistral, Mistral crawlers, in the repository of its documentation", "2026-07-31, commit 2c71ddf0", "https://docs.mistral.ai/robots", read 2026 11 26;
    KIMI = "KIMI", "Moonshot AI, Kimi Crawlers", "undated copy", "https://www.kimi.com/policies/kimi-crawlers", read 2026 11 26;
    AI2 = "AI2", "Ai2, Crawling notice, as Seirdy quotes it", "quoted 2024-12-10", "https://allenai.org/crawler", read 2026 11 26;
    COH = "COH", "Cohere, Cohere Web Crawlers", "quoted 2026-09-02", "https://docs.cohere.com/docs/cohere-web-crawlers", read 2026 11 26;
    WEBZ = "WEBZ", "Webz.io, An Overview of the Webz.io Duo of Crawlers, as Seirdy quotes it", "quoted 2024-12-10", "https://webz.io/bot.html", read 2026 11 26;
    NICT = "NICT", "NICT, on personal data among public data of the web (in Japanese)", "undated copy", "https://ucri.nict.go.jp/privacypolicy", read 2026 11 26;
    NICT_BOT = "NICT-BOT", "NICT, ICC-Crawler, as blog.lister.tokyo reads it", "undated, of version 2.0", "https://ucri.nict.go.jp/en/icccrawler.html", read 2026 11 26;
    ROIS = "ROIS", "ROIS-DS, About Cotoyogi Crawler", "undated copy", "https://ds.rois.ac.jp/en_center8/en_crawler/", read 2026 11 26;
    DIF = "DIF", "Diffbot, Does Diffbot respect robots.txt?", "undated copy", "https://docs.diffbot.com/docs/does-crawl-respect-robotstxt", read 2026 11 26;
    YOU = "YOU", "You.com, YouBot: You.com's Web Crawler", "undated copies, quoted 2026-08-22", "https://docs.you.com/youbot", read 2026 11 26;
    BRAVE = "BRAVE", "Brave, Brave Search crawler", "quoted 2026-03-25 to 2026-09-23", "https://search.brave.com/help/brave-search-crawler", read 2026 11 26;
    KAGI = "KAGI", "Kagi, Kagi Search KagiBot", "undated copy", "https://kagi.com/bot", read 2026 11 26;
    EXA = "EXA", "Exa, questions and answers of its documentation, in copies in Korean and Indonesian", "undated copies of 2026", "https://crawler.exa.ai/", read 2026 11 26;
    TAV = "TAV", "Tavily, Search crawler", "undated copy", "https://docs.tavily.com/documentation/search-crawler", read 2026 11 26;
    PAR = "PAR", "Parallel, Overview of Parallel Web Systems' Bots", "2026-05-18", "https://parallel.ai/parallel-web-systems-bots", read 2026 11 26;
    GIST = "GIST", "ProRata, Gist Crawler Bot", "undated copy", "https://platform.gist.ai/docs/prorata-ai-crawler-bot", read 2026 11 26;
    LINKUP_JOBS = "LINKUP-JOBS", "LinkUp, LinkUpBot", "undated copy", "https://linkup.com/linkup-bot", read 2026 11 26;
    CF_CRAWL = "CF-CRAWL", "Cloudflare, the /crawl endpoint of Browser Run, and its changelog", "2026-08-31 and later", "https://developers.cloudflare.com/browser-run/quick-actions/crawl-endpoint/", read 2026 11 26;
    IA_HELP = "IA-HELP", "Archive-It help, Robots.txt exclusions and how they can impact your web archives", "undated copies", "https://support.archive-it.org/hc/en-us/articles/208001096-Robots-txt-exclusions-and-how-they-can-impact-your-web-archives", read 2026 11 26;
    IA_2017 = "IA-2017", "Internet Archive, Robots.txt meant for search engines don't work well for web archives", "2017-04-17", "https://blog.archive.org/2017/04/17/robots-txt-meant-for-search-engines-dont-work-well-for-web-archives/", read 2026 11 26;
    IA_OLD = "IA-OLD", "Internet Archive, Removing Documents From the Wayback Machine", "undated copy, before 2017", read 2026 11 26;
    ALEXA = "ALEXA", "Alexa Internet, help for webmasters", "undated copy", read 2026 11 26;
    ZENO = "ZENO", "internetarchive/Zeno, the crawler of the Internet Archive", "2026-07-20, commit ef2b39b0", "https://github.com/internetarchive/Zeno", read 2026 11 26;
    HER = "HER", "internetarchive/heritrix3", "2026-07-02, commit 5ada2a78", "https://github.com/internetarchive/heritrix3", read 2026 11 26;
    BNF = "BNF", "BnF, two pages on its robot for owners of sites", "2011-05-31 and 2011-09-13", read 2026 11 26;
    MCP = "MCP", "modelcontextprotocol/servers, the server `fetch`", "2026-07-29, commit 76d64c82", "https://github.com/modelcontextprotocol/servers/tree/main/src/fetch", read 2026 11 26;
    DOCKER = "DOCKER", "docker/docker-agent, its tool `fetch`", "2026-03-14, commit 0d76412a", "https://github.com/docker/docker-agent", read 2026 11 26;
    GEMINI_CLI = "GEMINI-CLI", "google-gemini/gemini-cli, its tool `web_fetch`", "2026-08-21, commit 5411f113", "https://github.com/google-gemini/gemini-cli", read 2026 11 26;
    OPENCODE = "OPENCODE", "anomalyco/opencode, its tool `webfetch`", "2026, commits a63173da and 1e683f15", "https://github.com/anomalyco/opencode", read 2026 11 26;
    CLINE = "CLINE", "cline/cline, its tool `web_fetch`", "2026-08-22, commit 21cb8d25", "https://github.com/cline/cline", read 2026 11 26;
    GOOSE = "GOOSE", "block/goose, its tool `web_scrape`", "undated, commit 6d95ec68", "https://github.com/block/goose", read 2026 11 26;
    VSCODE = "VSCODE", "microsoft/vscode, the loader of pages for its assistant", "undated, commit 0aadb697", "https://github.com/microsoft/vscode", read 2026 11 26;
    BROWSER_USE = "BROWSER-USE", "browser-use/browser-use", "2026-08-19, commit 85ddbfed", "https://github.com/browser-use/browser-use", read 2026 11 26;
    FIRE = "FIRE", "firecrawl/firecrawl", "2025-08-25, commit 0fac8fb2", "https://github.com/firecrawl/firecrawl", read 2026 11 26;
    C4AI = "C4AI", "unclecode/crawl4ai", "2026-07-15, commit 7e801521", "https://github.com/unclecode/crawl4ai", read 2026 11 26;
    JINA = "JINA", "jina-ai/reader", "2026-05-01, commit f289e5d3", "https://github.com/jina-ai/reader", read 2026 11 26;
    SFS = "SFS", "Screaming Frog, guide on robots.txt", "2015-11-27 and later";
    LH = "LH", "Lighthouse, the audit is-crawlable", "2026-08-20", "https://github.com/GoogleChrome/lighthouse/blob/main/core/audits/seo/is-crawlable.js";
    AIR = "AIR", "ai.robots.txt, a list of agents and whether they obey", "2026-08-22, commit 738c80df", "https://github.com/ai-robots-txt/ai.robots.txt", read 2026 11 26;
    CUA = "CUA", "crawler-user-agents, a list of patterns", "2026-07-02, commit 7c7f9f25", "https://github.com/monperrus/crawler-user-agents", read 2026 11 26;
    G_SURV = "G-SURV", "A survey that quotes owners' pages on groups and fallbacks", "2026-10-01";
    MERJ = "MERJ", "Vercel and MERJ, measurements of AI crawlers", "2024", "https://vercel.com/blog/the-rise-of-the-ai-crawler";
    REPORTS = "REPORTS", "Reports in the trade press, of which no document is in this table", "2026";
}

/// The day on which the table was verified as a whole. A document that was read later has a day of its own.
pub(super) const VERIFIED: Day = Day::new(2026, 11, 21);
