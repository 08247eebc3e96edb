//! XHTML is XML.

use crate::meta_harness::{EVERYWHERE, code_names, placements, read, texts};
use crate::rows;
use robots_policy::MetaExtractor;
use robots_policy::meta::{MetaRules, Placement};

const META: &str = "<meta name='robots' content='noindex'/>";
const ROOT: &str = "<html xmlns='http://www.w3.org/1999/xhtml'>";

fn xhtml() -> MetaExtractor {
    MetaExtractor::new().with_content_type("application/xhtml+xml")
}

#[test]
fn r_103_every_row_holds() {
    // Documents with `R` for the root's tag and `@` for a robots meta, the placements of the metas, and the diagnostics.
    type Row = (String, Vec<String>, Vec<String>);
    for (document, expected, diagnostics) in rows::<Row>(include_str!("rows/xhtml.jsonl")) {
        let xml = document.replace('R', ROOT).replace('@', META);
        let parsed = read(
            || xhtml().with_rules(MetaRules::new().with_placements(EVERYWHERE)),
            xml.as_bytes(),
        );
        let found = placements(&parsed).into_iter().map(Placement::name);
        let found: Vec<_> = found.collect();
        assert_eq!(found, expected, "{document}");
        assert_eq!(code_names(&parsed), diagnostics, "{document}");
    }
}

#[test]
fn r_103_the_head_is_enough() {
    let xml = format!("{ROOT}<head><title>a</title>{META}</head>");
    let mut metas = xhtml().with_content_type("application/xhtml+xml; charset=utf-8");
    let (last, first) = xml.as_bytes().split_last().unwrap();
    for byte in first {
        assert!(!metas.feed(&[*byte]).is_done());
    }
    assert!(metas.feed(&[*last]).is_done());
    assert_eq!(texts(&metas.finish()), ["noindex"]);
}

#[test]
fn r_103_the_fault_is_shown() {
    let xml = format!("{ROOT}<head>{META}</html>{META}");
    let parsed = read(xhtml, xml.as_bytes());
    assert_eq!(texts(&parsed), ["noindex"]);
    assert_eq!(parsed.diagnostics[0].provenance().text(), "</html>");
}

#[test]
fn r_103_spans_are_those_of_the_bytes() {
    let xml = format!(
        "<?xml version='1.0' encoding='iso-8859-1'?>{ROOT}<head><title>\u{1}</title><meta name='robots' content='all,&#10;no&#x69;ndex'/></head></html>"
    );
    let latin: Vec<u8> = xml.bytes().map(|b| if b == 1 { 0xE9 } else { b }).collect();
    let parsed = read(xhtml, &latin);
    assert_eq!(texts(&parsed), ["all", "no&#x69;ndex"]);
    let wide: Vec<u8> = format!("\u{feff}{}", xml.replace('\u{1}', "\u{13e}\u{3e00}"))
        .encode_utf16()
        .flat_map(u16::to_be_bytes)
        .collect();
    assert_eq!(texts(&read(xhtml, &wide)), ["all", "no&#x69;ndex"]);
}

#[test]
fn r_103_the_state_of_an_encoding_lasts_beyond_a_chunk() {
    // From here on ISO-2022-JP has an overline in the place of `~`.
    let xml = format!(
        "\u{1b}(J{ROOT}<head><title/><meta name='robots' content='a~b, noindex'/></head></html>"
    );
    let japanese = || xhtml().with_content_type("application/xhtml+xml; charset=iso-2022-jp");
    let parsed = read(japanese, xml.as_bytes());
    assert_eq!(texts(&parsed), ["noindex"]);
    assert_eq!(parsed.diagnostics[0].provenance().text(), "a\u{203e}b");
}
