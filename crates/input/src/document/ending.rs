//! How the octets of a document end.

use crate::Extent;
use robots_policy::Why;

/// How the octets of a document end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// That is the end of the document.
    Whole,
    /// Nothing states whether it is: an end inside markup is not.
    Open,
    /// The rest is missing, for this reason.
    Cut(Why),
    /// The start is missing, or may be.
    WithoutStart,
}

impl From<Extent> for Ending {
    fn from(extent: Extent) -> Ending {
        match extent {
            Extent::Whole => Ending::Whole,
            Extent::Unmeasured => Ending::Open,
            Extent::Cut => Ending::Cut(Why::Incomplete),
            Extent::WithoutStart => Ending::WithoutStart,
        }
    }
}
