//! The list of engines.

use robots_policy::engines::Profile;
use serde::Serialize;

/// The keys of an engine that a page shows; `robots-policy engines --format json` has all.
#[derive(Serialize)]
pub(crate) struct EngineEntry {
    name: &'static str,
    /// The first product token, as its owner writes it.
    title: &'static str,
    owner: &'static str,
    purposes: [&'static str; 1],
    tokens: &'static [&'static str],
    is_retired: bool,
}

/// Every engine, in the order of the table.
pub(crate) fn engines() -> impl Iterator<Item = EngineEntry> {
    Profile::all().map(|profile| EngineEntry {
        name: profile.name(),
        title: profile.tokens().first().copied().unwrap_or(profile.name()),
        owner: profile.operator(),
        purposes: [profile.kind().name()],
        tokens: profile.tokens(),
        is_retired: profile.retired().is_some(),
    })
}
