//! The documents of engines with their days, which the module leaves out for its size.

use robots_policy::engines::Profile;
use serde_json::json;

use super::table_of;

/// By the name of an engine: the day on which its row was verified, and its first document with an address.
pub(super) fn module() -> String {
    let rows = Profile::all().map(|profile| (profile.name(), known(profile)));
    table_of("PROFILES", rows)
}

/// The part of a profile that the page shows.
fn known(profile: Profile) -> String {
    let mut sources = profile
        .cells()
        .into_iter()
        .filter_map(|known| Some(known.evidence?.source()));
    let document = sources.find_map(|source| Some(json!([source.title(), source.url()?])));
    let day = profile.verified().map(|day| day.to_string());
    json!({ "day": day, "document": document }).to_string()
}
