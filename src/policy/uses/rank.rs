//! The order of the sources of preferences, and that of the places of `TDMRep`.

use crate::ai::preference::{Label, Preference};
use crate::provenance::Source;

/// The rank of a place among those of `TDMRep`: the greatest has the last word.
pub(super) fn tdm_rank(source: Source) -> u8 {
    match source {
        Source::TdmRepJson => 0,
        Source::Meta(_) => 2,
        _ => 1,
    }
}

/// The position of a source in every list of reasons.
pub(super) fn rank(source: Source) -> u8 {
    match source {
        Source::RobotsTxt => 0,
        Source::Meta(_) | Source::LinkElement(_) => 2,
        Source::TdmRepJson => 3,
        Source::Rsl => 4,
        _ => 1,
    }
}

/// Marks the TDM reservations that a later place replaces: `tdmrep.json`, then fields, then metas (`TDMRep` §5).
pub(super) fn supersede(preferences: &mut [Preference]) {
    let is_tdm = |preference: &&mut Preference| preference.label() == Label::TdmMine;
    let last = preferences
        .iter_mut()
        .filter(is_tdm)
        .map(|preference| tdm_rank(preference.provenance().source()))
        .max();
    for preference in preferences.iter_mut().filter(is_tdm) {
        if Some(tdm_rank(preference.provenance().source())) != last {
            preference.supersede();
        }
    }
}
