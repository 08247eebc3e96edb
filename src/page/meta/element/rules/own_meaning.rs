//! Metas whose names are product tokens, and which their owners document for something else than statements to robots.

use crate::page::meta::element::values::{HTML_SPACE, MetaElement};

/// Whether it is one of them, whoever asks.
pub(super) fn of(element: &MetaElement<'_>) -> bool {
    let name = element.name.as_deref().unwrap_or_default();
    let name = name.trim_matches(HTML_SPACE);
    let is_one_of = |word: &str, words: &[&str]| {
        let mut words = words.iter();
        words.any(|own| own.eq_ignore_ascii_case(word))
    };
    if is_one_of(name, NAMES) {
        return true;
    }
    let content = element.content.as_deref().unwrap_or_default();
    let mut words = content.split([',', ' ', '\t', '\n', '\r', '\x0C']);
    let is_own = |word: &str| word.is_empty() || is_one_of(word, OF_GOOGLE);
    name.eq_ignore_ascii_case("google") && !content.trim().is_empty() && words.all(is_own)
}

/// The names whose contents prove who owns a site: any text, which may look like a directive.
pub(crate) const NAMES: &[&str] = &[
    "google-site-verification",
    "google-adsense-account",
    "yandex-verification",
    "baidu-site-verification",
    "facebook-domain-verification",
    "naver-site-verification",
    "norton-safeweb-site-verification",
    "sogou_site_verification",
    "shenma-site-verification",
    "bytedance-verification-code",
];

/// The words of Google for a meta of the name `google`: they are about its translator and its pages of results, and not about robots.
const OF_GOOGLE: &[&str] = &["notranslate", "nositelinkssearchbox", "nopagereadaloud"];

#[cfg(test)]
mod tests {
    use super::NAMES;
    use crate::page::meta::element::rules::MetaRules;
    use crate::page::meta::{Placement, signals_from_metas};
    use crate::tests::rows;
    use crate::token::Client;

    #[test]
    fn a_meta_with_a_meaning_of_its_own_says_nothing_to_whoever_asks() {
        let contents = [
            "noindex",
            "+nxGUDJ4QpAZ5l9Bsjdi102tLVC21AIh5d1Nl23908vVuFHs34=",
            "",
        ];
        for name in NAMES {
            let client: Option<Client> = name.parse().ok();
            let rules = MetaRules::new().with_clients(client.as_slice());
            let metas = contents.map(|content| (*name, content, Placement::Head));
            let read = signals_from_metas(metas, &rules);
            assert!(
                client.is_some() && read.value.is_empty() && read.diagnostics.is_empty(),
                "{name}: {read:?}"
            );
        }
        for (content, count) in rows::<(String, usize)>(include_str!("own_meaning/contents.jsonl"))
        {
            let metas = [("google", content.as_str(), Placement::Head)];
            let read = signals_from_metas(metas, &MetaRules::new());
            assert_eq!(read.diagnostics.len(), count, "{content}: {read:?}");
        }
    }
}
