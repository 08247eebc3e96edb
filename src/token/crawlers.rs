//! The product tokens of known crawlers, for diagnostics only: a name in a file that is none of them may be a slip.
//!
//! **Invariants.** The list is in the order of lower case, for [`known`] and [`meant`]. It has the tokens of the table of engines, which is
//! far above this module; a test of `profile` names a token that is in one of them alone. No answer depends on it.

use std::cmp::Ordering;

use crate::near::look_alike::plain;
use crate::near::nearest;
use crate::token::ProductToken;

/// The token of a known crawler in use that is this name, as its owner spells it.
pub(crate) fn known(name: &str) -> Option<&'static str> {
    let at = KNOWN.binary_search_by(|known| compare(known, name)).ok()?;
    KNOWN.get(at).copied()
}

/// The token that a name probably means which is not that of a known crawler in use; `None` for those, and for the name of
/// any other client.
///
/// Names that differ in their marks are near, as `GPT-Bot` is. Of the others only those that begin alike are compared: many
/// crawlers are one letter apart, `pingbot` from `bingbot` for example.
pub(crate) fn meant(name: &str) -> Option<&'static str> {
    if known(name).is_some() {
        return None;
    }
    let is_it = |(gone, _): &&(&str, &str)| gone.eq_ignore_ascii_case(name);
    if let Some((_, today)) = GONE.iter().find(is_it) {
        return Some(today);
    }
    let plain = plain(name);
    let first = initial(plain.as_deref().unwrap_or(name))?;
    let start = KNOWN.partition_point(|known| initial(known) < Some(first));
    let from = KNOWN.iter().skip(start).copied();
    nearest(name, from.take_while(|known| initial(known) == Some(first)))
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

/// The tokens, in the order of lower case.
pub(crate) const KNOWN: [&str; 76] = [
    "adidxbot",
    "AdsBot-Google",
    "AdsBot-Google-Mobile",
    "Amazonbot",
    "Amzn-SearchBot",
    "Amzn-User",
    "APIs-Google",
    "Applebot",
    "Applebot-Extended",
    "Baiduspider",
    "Baiduspider-cpro",
    "Baiduspider-favo",
    "Baiduspider-image",
    "Baiduspider-news",
    "Baiduspider-video",
    "bingbot",
    "BingVideoPreview",
    "Bytespider",
    "CCBot",
    "ChatGPT-User",
    "Claude-SearchBot",
    "Claude-User",
    "ClaudeBot",
    "DuckAssistBot",
    "DuckDuckBot",
    "facebookexternalhit",
    "FeedFetcher-Google",
    "Google-Agent",
    "Google-CloudVertexBot",
    "Google-CWS",
    "Google-Extended",
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
    "GPTBot",
    "iTMS",
    "Mediapartners-Google",
    "meta-externalads",
    "meta-externalagent",
    "meta-externalfetcher",
    "meta-webindexer",
    "MicrosoftPreview",
    "MistralAI-Index",
    "MistralAI-Training",
    "MistralAI-User",
    "MojeekBot",
    "OAI-AdsBot",
    "OAI-SearchBot",
    "Perplexity-User",
    "PerplexityBot",
    "PetalBot",
    "Screaming",
    "Seznam-Extended",
    "SeznamBot",
    "Slurp",
    "Storebot-Google",
    "Yandex",
    "YandexAdditional",
    "YandexAdditionalBot",
    "YandexBot",
    "YandexCalendar",
    "YandexImages",
    "YandexMobileBot",
    "Yeti",
];

#[cfg(test)]
mod tests {
    use super::*;

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

    #[test]
    fn a_slip_means_a_known_crawler() {
        for (name, token) in [
            ("gptbot", None),
            ("GPT-Bot", Some("GPTBot")),
            ("GTPBot", Some("GPTBot")),
            ("GPT\u{200B}Bot", Some("GPTBot")),
            ("\u{FF27}PTBot", Some("GPTBot")),
            ("CC-Bot", Some("CCBot")),
            ("Google Extended", Some("Google-Extended")),
            ("OAI SearchBot", Some("OAI-SearchBot")),
            ("Claude-Web", Some("ClaudeBot")),
            ("chatgpt", Some("ChatGPT-User")),
            ("googelbot", Some("Googlebot")),
            // Other crawlers, all of them real.
            ("pingbot", None),
            ("AISearchBot", None),
            ("msrbot", None),
            ("msnbot", None),
            ("FacebookBot", None),
            ("Google", None),
            ("", None),
        ] {
            assert_eq!(meant(name), token, "{name}");
        }
    }

    #[test]
    fn a_known_token_is_found_as_a_word() {
        for (text, token) in [
            (
                "Mozilla/5.0 (compatible; GPTBot/1.2; +https://openai.com/gptbot)",
                Some("GPTBot"),
            ),
            ("Yahoo! Slurp", Some("Slurp")),
            ("MyGPTBot", None),
            ("Mozilla/4.0", None),
        ] {
            assert_eq!(word_of(text), token, "{text}");
        }
    }
}
