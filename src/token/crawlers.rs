//! The product tokens of known crawlers, for diagnostics only: a name in a file that is none of them may be a slip.
//!
//! **Invariants.** The list is in the order of lower case, for [`known`] and [`meant`]. It is made of the table of engines, which is
//! far above this module. No answer depends on it.

use std::cmp::Ordering;

use crate::near_miss::look_alike::plain;
use crate::near_miss::{KnownName, nearest_of};
use crate::token::ProductToken;

/// The token of a known crawler in use that is this name, as its owner spells it.
pub(crate) fn known(name: &str) -> Option<&'static str> {
    let at = KNOWN.binary_search_by(|known| compare(known, name)).ok()?;
    KNOWN.get(at).copied()
}

/// The token that a name probably means which is not that of a known crawler in use; `None` for those, and for the name of
/// any other client.
///
/// Names that differ in their marks are near, as `GPT-Bot` is. Of the others only those that begin alike and have the same digits
/// are compared: many crawlers are one letter apart, `pingbot` from `bingbot` and `aibot` from `AI2Bot` for example.
pub(crate) fn meant(name: &str) -> Option<&'static str> {
    if known(name).is_some() || OTHERS.iter().any(|other| other.eq_ignore_ascii_case(name)) {
        return None;
    }
    let is_it = |(gone, _): &&(&str, &str)| gone.eq_ignore_ascii_case(name);
    if let Some((_, today)) = GONE.iter().find(is_it) {
        return Some(today);
    }
    let plain = plain(name);
    let first = initial(plain.as_deref().unwrap_or(name))?;
    let start = KNOWN.partition_point(|known| initial(known) < Some(first));
    let from = (start..KNOWN.len()).filter_map(near_name);
    let alike = from.take_while(|known| initial(known.text) == Some(first));
    let digit = digits(name).next();
    let has_it = |known: &str| match digit {
        // Hardly a known name has digits, and hostile files have thousands of names with some.
        Some(digit) => memchr::memchr(digit, known.as_bytes()).is_some(),
        None => true,
    };
    let mut alike = alike.filter(|known| has_it(known.text) && digits(known.text).eq(digits(name)));
    nearest_of(name, &mut alike)
}

/// A known token, with what decides whether a name can be near it.
fn near_name(at: usize) -> Option<KnownName<'static>> {
    static NAMES: [KnownName<'_>; KNOWN.len()] = KnownName::all(KNOWN);
    NAMES.get(at).copied()
}

/// The known token that is a word of a text, the first of several.
pub(crate) fn word_of(text: &str) -> Option<&'static str> {
    let words = text.split(|c: char| u8::try_from(c).map_or(true, |byte| !ProductToken::has(byte)));
    words.filter(|word| !word.is_empty()).find_map(known)
}

/// The first letter of a name, in lower case.
fn initial(name: &str) -> Option<u8> {
    name.bytes().next().map(|byte| byte.to_ascii_lowercase())
}

/// The digits of a name.
fn digits(name: &str) -> impl Iterator<Item = u8> {
    name.bytes().filter(u8::is_ascii_digit)
}

/// The order of two names in lower case.
fn compare(one: &str, other: &str) -> Ordering {
    let [one, other] = [one, other].map(|name| name.bytes().map(|b| b.to_ascii_lowercase()));
    one.cmp(other)
}

/// Names that many files have and no crawler answers to, with the token of today. `msnbot` is not among them, since bingbot
/// answers to it.
pub(crate) const GONE: [(&str, &str); 5] = [
    ("anthropic-ai", "ClaudeBot"),
    ("ChatGPT", "ChatGPT-User"),
    ("Claude-Web", "ClaudeBot"),
    ("Google-NotebookLM", "Google-GeminiNotebook"),
    ("Perplexity", "PerplexityBot"),
];

/// Crawlers outside the table that are a slip away from one in it.
const OTHERS: [&str; 1] = ["Snapbot"];

/// The tokens, in the order of lower case.
pub(crate) const KNOWN: &[&str] = &[
    // tokens of engines: made by `cargo run -p robots-policy-dev -- generate`
    "adidxbot",
    "AdsBot-Google",
    "AdsBot-Google-Mobile",
    "Agent-NovaAct",
    "AgentBot",
    "AI2Bot",
    "Ai2Bot-Dolma",
    "Amazonbot",
    "Amzn-SearchBot",
    "Amzn-User",
    "APIs-Google",
    "Applebot",
    "Applebot-Extended",
    "archive.org_bot",
    "atlassian-bot",
    "AzureAI-SearchBot",
    "Baiduspider",
    "Baiduspider-cpro",
    "Baiduspider-favo",
    "Baiduspider-image",
    "Baiduspider-news",
    "Baiduspider-video",
    "bedrockbot",
    "bingbot",
    "BingVideoPreview",
    "bl.uk_lddc_bot",
    "bnf.fr_bot",
    "Bytespider",
    "Cagent",
    "CCBot",
    "ChatGPT-User",
    "Claude-SearchBot",
    "Claude-User",
    "ClaudeBot",
    "CloudflareBrowserRenderingCrawler",
    "cohere-ai",
    "cohere-training-data-crawler",
    "Cotoyogi",
    "DeepSeekBot",
    "Devin",
    "Diffbot",
    "Diffbot-User",
    "DuckAssistBot",
    "DuckDuckBot",
    "ExaSearchBot",
    "FacebookBot",
    "facebookexternalhit",
    "FeedFetcher-Google",
    "FirecrawlAgent",
    "Google-Agent",
    "Google-CloudVertexBot",
    "Google-CWS",
    "Google-Extended",
    "Google-Gemini-CLI",
    "Google-GeminiNotebook",
    "Google-InspectionTool",
    "Google-Pinpoint",
    "Google-Read-Aloud",
    "Google-Safety",
    "Google-Site-Verification",
    "Googlebot",
    "Googlebot-Image",
    "Googlebot-News",
    "Googlebot-Video",
    "GoogleMessages",
    "GoogleOther",
    "GoogleOther-Image",
    "GoogleOther-Video",
    "GoogleProducer",
    "Goose",
    "GPTBot",
    "heritrix",
    "ia_archiver",
    "ICC-Crawler",
    "iTMS",
    "kagi-fetcher",
    "Kagibot",
    "Kimi-SearchBot",
    "Kimi-User",
    "KimiBot",
    "LinkupBot",
    "Manus-User",
    "Mediapartners-Google",
    "meta-externalads",
    "meta-externalagent",
    "meta-externalfetcher",
    "meta-webindexer",
    "MicrosoftPreview",
    "MistralAI-Index",
    "MistralAI-Training",
    "MistralAI-User",
    "ModelContextProtocol",
    "MojeekBot",
    "OAI-AdsBot",
    "OAI-SearchBot",
    "omgili",
    "omgilibot",
    "opencode",
    "OpenCode-User",
    "Perplexity-User",
    "PerplexityBot",
    "PetalBot",
    "PhindBot",
    "ProRataInc",
    "SBIntuitionsBot",
    "Screaming",
    "Seznam-Extended",
    "SeznamBot",
    "Shap-User",
    "ShapBot",
    "Slurp",
    "Storebot-Google",
    "Timpibot",
    "Webzio-Extended",
    "Yandex",
    "YandexAdditional",
    "YandexAdditionalBot",
    "YandexBot",
    "YandexCalendar",
    "YandexImages",
    "YandexMobileBot",
    "Yeti",
    "YouBot",
    // end of tokens of engines
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::rows;

    #[test]
    fn the_tokens_are_in_order() {
        assert!(KNOWN.is_sorted_by(|one, other| compare(one, other) == Ordering::Less));
        for (gone, today) in GONE {
            assert!(
                known(today) == Some(today) && known(gone).is_none(),
                "{gone}"
            );
        }
    }

    /// Real crawlers with other names are not taken for a slip.
    #[test]
    fn a_slip_means_a_known_crawler() {
        for (name, token) in rows::<(String, Option<String>)>(include_str!("crawlers/slips.jsonl"))
        {
            assert_eq!(meant(&name), token.as_deref(), "{name}");
        }
    }

    #[test]
    fn a_known_token_is_found_as_a_word() {
        for (text, token) in rows::<(String, Option<String>)>(include_str!("crawlers/words.jsonl"))
        {
            assert_eq!(word_of(&text), token.as_deref(), "{text}");
        }
    }
}
