//! The order of the sources of preferences, and that of the places of `TDMRep`.

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
