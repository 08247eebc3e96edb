//! The octets of a file as they came, for engines with limits and dialects of their own.

use bytes::Bytes;

use super::FileText;
use crate::robots_txt::file::options::Options;

impl FileText {
    /// This text as a reader with this limit and these options would have taken the file. A lower limit that has cut it stays
    /// in force.
    pub(crate) fn retaken(&self, limit: usize, options: Options) -> FileText {
        let octets = self.octets();
        let taken = FileText::take(octets, limit, options);
        if octets.len() > limit {
            return taken;
        }
        FileText {
            is_truncated: self.is_truncated,
            has_cut_line: self.has_cut_line,
            ..taken
        }
    }

    /// Whether the file is known to be longer than this.
    pub(crate) fn exceeds(&self, octets: usize) -> bool {
        let kept = self.octets().len();
        kept > octets || self.is_truncated && kept == octets
    }

    /// The octets of the file as they came, as far as they were kept.
    fn octets(&self) -> &Bytes {
        self.raw.as_deref().unwrap_or(&self.bytes)
    }
}
