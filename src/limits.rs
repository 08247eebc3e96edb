//! Parsing limits and the floors that the specifications set for them.
//!
//! One type for all readers, so that a caller sets limits once. A reader looks at its own limit only, and reports with a
//! diagnostic of its own that an input is longer (`robots-txt-truncated`, for example).

/// How many bytes of each input are read.
///
/// A limit can be raised, never lowered below its floor: the setters raise a smaller value to the floor. Input beyond a limit
/// is not read; a diagnostic reports it, and [`Verdict::truncated`](crate::Verdict::truncated) names the input.
///
/// | input | default | floor | floor set by |
/// |---|---|---|---|
/// | all lines of one field, joined | 8 KiB | 8 KiB | draft-illyes-repext §2.1.1 |
/// | a document, up to the end of its head | 2 MiB | 1 KiB | the encoding prescan of the HTML standard |
/// | robots.txt | 512 KiB | 500 KiB | RFC 9309 §2.5 |
///
/// # Examples
///
/// ```
/// use robots_policy::Limits;
/// use robots_policy::robots_txt::RobotsTxtReader;
///
/// let limits = Limits::default().with_robots_txt(4 << 20).with_field(100);
/// assert_eq!(limits.robots_txt(), 4 * 1024 * 1024);
/// assert_eq!(limits.field(), Limits::FIELD_FLOOR, "not lower than the floor");
///
/// let long = [b"User-agent: *\nDisallow: /\n".as_slice(), &b"#\n".repeat(300_000)].concat();
/// assert!(RobotsTxtReader::new().read(&long).value.is_truncated());
/// assert!(!RobotsTxtReader::new().with_limits(limits).read(&long).value.is_truncated());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Limits {
    field: usize,
    document: usize,
    robots_txt: usize,
}

impl Limits {
    /// The smallest limit of a field value: 8 KiB (draft-illyes-repext §2.1.1).
    pub const FIELD_FLOOR: usize = 8 * 1024;
    /// The smallest limit of a document: 1,024 bytes, those that the encoding prescan of the HTML standard may need.
    pub const DOCUMENT_FLOOR: usize = 1024;
    /// The smallest limit of robots.txt: 500 KiB (RFC 9309 §2.5).
    pub const ROBOTS_TXT_FLOOR: usize = 500 * 1024;

    /// Limits the joined value of all lines of a field to `octets`.
    #[must_use]
    pub fn with_field(mut self, octets: usize) -> Limits {
        self.field = octets.max(Limits::FIELD_FLOOR);
        self
    }

    /// Limits the part of a document that is read to `octets`. Reading stops earlier at the end of the head, unless the body
    /// counts.
    #[must_use]
    pub fn with_document(mut self, octets: usize) -> Limits {
        self.document = octets.max(Limits::DOCUMENT_FLOOR);
        self
    }

    /// Limits robots.txt to `octets`. A larger limit than 64 MiB counts as that, because positions in the file are kept in few
    /// bits.
    #[must_use]
    pub fn with_robots_txt(mut self, octets: usize) -> Limits {
        self.robots_txt = octets.max(Limits::ROBOTS_TXT_FLOOR);
        self
    }

    /// The limit of the joined value of a field, in octets.
    pub fn field(&self) -> usize {
        self.field
    }

    /// The limit of a document, in octets.
    pub fn document(&self) -> usize {
        self.document
    }

    /// The limit of robots.txt, in octets.
    pub fn robots_txt(&self) -> usize {
        self.robots_txt
    }
}

impl Default for Limits {
    /// The defaults of the table: 8 KiB, 2 MiB and 512 KiB.
    fn default() -> Limits {
        Limits {
            field: Limits::FIELD_FLOOR,
            document: 2 * 1024 * 1024,
            robots_txt: 512 * 1024,
        }
    }
}
