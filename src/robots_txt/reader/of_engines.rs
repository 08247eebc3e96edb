//! What only engines ask of a file: its reading in another dialect, how long it is, and whom it closes the site to by name.

mod closure;
#[cfg(test)]
mod tests;

use bytes::Bytes;

use crate::robots_txt::file::options::{Dialect, Options};
use crate::robots_txt::file::parse::lines::FileText;
use crate::robots_txt::reader::RobotsTxt;

impl RobotsTxt {
    /// The file as a reader of this dialect understands it, with all other options as they are.
    ///
    /// It is this file, if it was read in that dialect. Google's reading of another one has Google's limit; it is made once, and
    /// clones share it. A dialect other than Google's has no reading of its own here: it is this file, too.
    pub(crate) fn by_dialect(&self, dialect: Dialect) -> &RobotsTxt {
        let options = self.0.file.options;
        if dialect == options.dialect || dialect != Dialect::Google {
            return self;
        }
        self.0.google.get_or_init(|| {
            let options = Options { dialect, ..options };
            let text = self.0.file.text.retaken(GOOGLE_LIMIT, options);
            RobotsTxt::from_text(text, options).value
        })
    }

    /// Whether the file is known to be longer than this. It is not known of a file that was cut at less.
    pub(crate) fn exceeds(&self, octets: usize) -> bool {
        self.0.file.text.exceeds(octets)
    }
}

/// The octets of a robots.txt that Google reads: 500 KiB.
const GOOGLE_LIMIT: usize = 500 * 1024;

impl FileText {
    /// This text as a reader with this limit and these options would have taken the file. A lower limit that has cut it stays
    /// in force.
    fn retaken(&self, limit: usize, options: Options) -> FileText {
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
    fn exceeds(&self, octets: usize) -> bool {
        let kept = self.octets().len();
        kept > octets || self.is_truncated && kept == octets
    }

    /// The octets of the file as they came, as far as they were kept.
    fn octets(&self) -> &Bytes {
        self.raw.as_deref().unwrap_or(&self.bytes)
    }
}
