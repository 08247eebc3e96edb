//! Parsing limits and the floors that the specifications set for them.

/// How many bytes of each input are read.
///
/// A limit can be raised, never lowered below its floor: [`Limits::with_field`] and its siblings lift a smaller value
/// to the floor. What lies beyond a limit is not read, and a diagnostic says so.
///
/// | input | default | floor | set by |
/// |---|---|---|---|
/// | all lines of one field, joined | 8 KiB | 8 KiB | draft-illyes-repext §2.1.1 |
/// | a document, up to the end of its head | 2 MiB | 1 KiB | the encoding prescan of the HTML standard |
/// | robots.txt | 512 KiB | 500 KiB | RFC 9309 §2.5 |
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Limits {
    field: usize,
    document: usize,
    robots_txt: usize,
}

impl Limits {
    /// The least parsing limit of a field value, in octets.
    pub const FIELD_FLOOR: usize = 8 * 1024;
    /// The least number of document bytes, those that the encoding prescan may need.
    pub const DOCUMENT_FLOOR: usize = 1024;
    /// The least parsing limit of robots.txt, in octets.
    pub const ROBOTS_TXT_FLOOR: usize = 500 * 1024;

    /// Limits the joined value of a field to `octets`.
    #[must_use]
    pub fn with_field(mut self, octets: usize) -> Limits {
        self.field = octets.max(Limits::FIELD_FLOOR);
        self
    }

    /// Limits the part of a document that is read to `octets`.
    #[must_use]
    pub fn with_document(mut self, octets: usize) -> Limits {
        self.document = octets.max(Limits::DOCUMENT_FLOOR);
        self
    }

    /// Limits robots.txt to `octets`. Above 64 MiB none is read.
    #[must_use]
    pub fn with_robots_txt(mut self, octets: usize) -> Limits {
        self.robots_txt = octets.max(Limits::ROBOTS_TXT_FLOOR);
        self
    }

    /// Octets of a field value.
    pub fn field(&self) -> usize {
        self.field
    }

    /// Octets of a document.
    pub fn document(&self) -> usize {
        self.document
    }

    /// Octets of robots.txt.
    pub fn robots_txt(&self) -> usize {
        self.robots_txt
    }
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            field: Limits::FIELD_FLOOR,
            document: 2 * 1024 * 1024,
            robots_txt: 512 * 1024,
        }
    }
}
