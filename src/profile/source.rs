//! The documents that the table rests on: one row each.

use std::fmt;

/// A document about a crawler: its key, its author and title, its own date, and its address where it is known.
#[derive(Debug, PartialEq, Eq)]
pub struct Source {
    key: &'static str,
    title: &'static str,
    dated: &'static str,
    url: Option<&'static str>,
}

impl Source {
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
    pub fn url(&self) -> Option<&'static str> {
        self.url
    }

    /// Every document of the table.
    pub fn all() -> &'static [&'static Source] {
        SOURCES
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.title, self.dated)
    }
}

macro_rules! sources {
    ($($const:ident = $key:literal, $title:literal, $dated:literal $(, $url:literal)?;)+) => {
        $(pub(super) static $const: Source = Source {
            key: $key,
            title: $title,
            dated: $dated,
            url: sources!(@url $($url)?),
        };)+

        static SOURCES: &[&Source] = &[$(&$const),+];
    };
    (@url $url:literal) => { Some($url) };
    (@url) => { None };
}

sources! {
    G_META = "G-META", "Google, Robots meta tag, data-nosnippet, and X-Robots-Tag specifications", "2026-03-24", "https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag";
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
    B_2023 = "B-2023", "Bing blog, options for webmasters to control the use of their content in Bing Chat", "2023-09-22", "https://blogs.bing.com/webmaster/september-2023/Announcing-new-options-for-webmasters-to-control-usage-of-their-content-in-Bing-Chat";
    B_2020 = "B-2020", "Bing, controls of snippets, as ppc.land and searchenginejournal.com report", "April 2020";
    B_2012 = "B-2012", "Bing blog, To crawl or not to crawl, that is BingBot's question", "2012-05-03", "https://blogs.bing.com/webmaster/2012/05/03/to-crawl-or-not-to-crawl-that-is-bingbots-question";
    B_2020F = "B-2020F", "Bing (F. Dubut) on default groups beside an own one, as thrivesearch.com quotes", "2020";
    B_CRAWL = "B-CRAWL", "Bing Webmaster help, Which crawlers does Bing use", "copy of 2026-09-22", "https://www.bing.com/webmasters/help/which-crawlers-does-bing-use-8c184ec0";
    Y_META = "Y-META", "Yandex Webmaster, Robots meta tag and X-Robots-Tag HTTP header", "undated copies", "https://yandex.com/support/webmaster/controlling-robot/meta-robots.html";
    Y_UA = "Y-UA", "Yandex Webmaster, The User-agent directive", "undated copy";
    Y_RTX = "Y-RTX", "Yandex Webmaster, Using robots.txt", "undated copy", "https://yandex.com/support/webmaster/controlling-robot/robots-txt.html";
    Y_LOGS = "Y-LOGS", "Yandex Webmaster, How to make sure that a robot belongs to Yandex", "undated copy", "https://yandex.com/support/webmaster/robot-workings/check-yandex-robots.html";
    Y_CODE = "Y-CODE", "Yandex, the field parser of its fetchers (ydb-platform/ydb, library/cpp/http/fetch) with its tests", "2022 to 2026, commit 0142011d", "https://github.com/ydb-platform/ydb/tree/main/library/cpp/http/fetch";
    A_BOT = "A-BOT", "Apple, About Applebot", "2026-09-04, copy of 2026-09-22", "https://support.apple.com/en-us/119829";
    AMZ = "AMZ", "Amazon, About AmazonBot", "2026-09-04, copy of 2026-09-22", "https://developer.amazon.com/amazonbot";
    OAI = "OAI", "OpenAI, Overview of OpenAI Crawlers", "quoted 2026-08-21 to 2026-10-01", "https://platform.openai.com/docs/bots";
    OAI_ADS = "OAI-ADS", "OpenAI Help, Advertiser Guidance for Allowing OpenAI Web Crawlers (article 20001243)", "quoted 2026-11-20";
    OAI_FAQ = "OAI-FAQ", "OpenAI, Publishers and Developers FAQ, as aokmarketing.com reports", "2025 or 2026";
    ANT = "ANT", "Anthropic, Does Anthropic crawl data from the web, and how can site owners block the crawler?", "copy of 2026-09-22";
    PPX = "PPX", "Perplexity, Perplexity Crawlers", "copy of 2026-09-22", "https://docs.perplexity.ai/guides/bots";
    META = "META", "Meta, Meta Web Crawlers", "undated copy, quoted 2026-10-07", "https://developers.facebook.com/docs/sharing/webmasters/web-crawlers/";
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
    MIS = "MIS", "Mistral, robots", "quoted 2026-10-07", "https://docs.mistral.ai/robots";
    SFS = "SFS", "Screaming Frog, guide on robots.txt", "2015-11-27 and later";
    LH = "LH", "Lighthouse, the audit is-crawlable", "2026-08-20", "https://github.com/GoogleChrome/lighthouse/blob/main/core/audits/seo/is-crawlable.js";
    AIR = "AIR", "ai.robots.txt, a list of agents and whether they obey", "2026-08-22", "https://github.com/ai-robots-txt/ai.robots.txt";
    CUA = "CUA", "crawler-user-agents, a list of patterns", "2026-07-02", "https://github.com/monperrus/crawler-user-agents";
    G_SURV = "G-SURV", "A survey that quotes owners' pages on groups and fallbacks", "2026-10-01";
    MERJ = "MERJ", "Vercel and MERJ, measurements of AI crawlers", "2024", "https://vercel.com/blog/the-rise-of-the-ai-crawler";
    REPORTS = "REPORTS", "Reports in the trade press, of which no document is in this table", "2026";
}
