//! Laws of the table, and an engine that is one row and no code.

use std::collections::BTreeSet;

use super::*;

#[test]
fn r_478_every_cell_that_differs_has_a_document() {
    for profile in Profile::all() {
        let general = Row::UNDOCUMENTED.cells();
        for known in profile.cells() {
            let is_general = general
                .iter()
                .any(|cell| cell.cell == known.cell && cell.value == known.value);
            assert!(
                is_general || known.evidence.is_some(),
                "{profile}: `{}` is {} without a source",
                known.cell,
                known.value
            );
        }
    }
}

#[test]
fn names_are_unique_and_tokens_are_product_tokens() {
    let mut names = BTreeSet::new();
    for profile in Profile::all() {
        assert!(names.insert(profile.name()), "{profile} twice");
        assert_eq!(profile.name(), profile.name().to_ascii_lowercase());
        assert_eq!(profile.name().parse::<Profile>().ok(), Some(profile));
        let words = profile.tokens().iter().chain(profile.page_names());
        for token in words.chain(profile.scopes()) {
            assert!(ProductToken::new(token).is_ok(), "{profile}: {token}");
        }
        let has_token = !profile.tokens().is_empty();
        assert!(
            has_token || profile.row().obeys.value != Obeys::Yes,
            "{profile} has no token"
        );
    }
}
