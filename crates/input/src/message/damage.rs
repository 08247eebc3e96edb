//! The table of damages of messages and of the archives that hold them, and the error that holds one.

use std::fmt;
use std::io;

macro_rules! damages {
    ($($variant:ident = $name:literal, $sentence:literal, $consequence:literal;)+) => {
        /// The code of a damage: one variant a row of the table. Names are stable.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum DamageCode {
            $(
                #[doc = concat!("`", $name, "`: ", $sentence, "; ", $consequence)]
                $variant,
            )+
        }

        impl DamageCode {
            /// Every code, in the order of the table.
            pub const ALL: &'static [DamageCode] = &[$(DamageCode::$variant),+];

            /// The name in output.
            pub fn name(self) -> &'static str {
                match self { $(DamageCode::$variant => $name,)+ }
            }

            /// The problem.
            pub fn sentence(self) -> &'static str {
                match self { $(DamageCode::$variant => $sentence,)+ }
            }

            /// The consequence, or the fix.
            pub fn consequence(self) -> &'static str {
                match self { $(DamageCode::$variant => $consequence,)+ }
            }
        }
    };
}

damages! {
    // the source
    Unreadable = "unreadable-source", "the source cannot be read further", "nothing after this place was read; look at the disk, the pipe or the server and run again";
    NoMemory = "no-memory", "the archive takes more memory than the run may have", "nothing after this place was read; allow more memory and run again";
    PastEnd = "range-past-end", "the archive ends before the range of the record does", "nothing of the range from here on was read; fetch the file again";
    Empty = "empty-archive", "the archive holds no byte", "fetch the file again";
    // compression
    TruncatedMember = "truncated-member", "the archive ends inside a compressed member", "the record is cut there; fetch the file again";
    CorruptMember = "corrupt-member", "the member does not decompress, or its checksum is wrong", "reading went on at the next member; fetch the file again";
    Dictionary = "zstd-dictionary", "the dictionary of the archive cannot be used", "the archive was not read; recompress it without one";
    // records
    OtherFormat = "other-format", "the file is not WARC in gzip, in zstd or plain", "it was not read";
    NoRecord = "no-record", "there is no `WARC/1.x` line here", "the bytes up to the next record were skipped";
    CutHead = "cut-record-header", "no empty line ends the header block of the record", "the record was not read";
    LargeHead = "large-record-header", "the header block of the record has more bytes than the limit", "the record was not read";
    NoLength = "no-content-length", "the record has no Content-Length that can be read", "the record was not read, and the next one was searched for";
    CutRecord = "cut-record", "the record ends before its Content-Length says", "its body is short; the next record was searched for";
    WrongLength = "wrong-content-length", "no empty line and no record follows where Content-Length says that the record ends", "its body may be wrong; the next record was searched for";
    WrongDigest = "wrong-digest", "the record does not have the digest that it states", "its bytes decide nothing; fetch the file again";
    // the store
    DamagedAnswer = "damaged-answer", "the robots store is damaged", "what depends on the answer is unknown";
    // messages
    NoStatusLine = "no-status-line", "the response does not begin with an HTTP status line", "the response was not read";
    LargeFields = "large-http-header", "the header block of the response has more bytes than the limit", "the response was not read";
    WrongChunk = "wrong-chunk", "a chunk of the body has no size, or does not end where its size says", "the body is used up to it";
    ShortBody = "short-body", "the response was cut before it was stored", "the missing part is not known; fetch it again";
    CutBody = "cut-body", "the coded body is incomplete", "the body is used up to there";
    UnknownCoding = "unknown-coding", "the body has a coding that is not known", "the fields count, the body was not read";
    Undecodable = "undecodable-body", "the body is not in the coding that its fields name", "the body is used up to there";
}

/// One damage, its place, and the message of the reader below.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Damage {
    code: DamageCode,
    offset: u64,
    why: Option<String>,
}

impl Damage {
    /// A damage at this byte of the source.
    pub fn new(code: DamageCode, offset: u64) -> Damage {
        Damage {
            code,
            offset,
            why: None,
        }
    }

    /// A source that cannot be read further.
    pub fn unreadable(error: &io::Error, offset: u64) -> Damage {
        Damage::new(DamageCode::Unreadable, offset).because(error)
    }

    /// This damage, with the message of the reader below.
    #[must_use]
    pub fn because(mut self, why: impl fmt::Display) -> Damage {
        self.why = Some(why.to_string());
        self
    }

    /// This damage, attributed to the record that begins at `offset`.
    #[must_use]
    pub fn of_record(mut self, offset: u64) -> Damage {
        self.offset = offset;
        self
    }

    /// The problem, without its place and its consequence.
    pub fn detail(&self) -> String {
        match &self.why {
            Some(why) => format!("{}: {why}", self.code.sentence()),
            None => self.code.sentence().to_owned(),
        }
    }

    /// The row of the table.
    pub fn code(&self) -> DamageCode {
        self.code
    }

    /// The byte of the source at which the member, or in plain data the record, begins that is damaged.
    pub fn offset(&self) -> u64 {
        self.offset
    }

    /// Whether a content coding cannot be undone.
    pub fn is_of_coding(&self) -> bool {
        matches!(
            self.code,
            DamageCode::UnknownCoding | DamageCode::Undecodable
        )
    }

    /// Whether nothing after it can be read.
    pub fn ends_archive(&self) -> bool {
        let codes = [DamageCode::Dictionary, DamageCode::OtherFormat];
        self.is_of_source() || codes.contains(&self.code)
    }

    /// Whether the source or its reader failed, not its content; nothing can be read after it.
    pub fn is_of_source(&self) -> bool {
        matches!(self.code, DamageCode::Unreadable | DamageCode::NoMemory)
    }
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Damage { code, offset, why } = self;
        write!(f, "at byte {offset}: {}", code.sentence())?;
        if let Some(why) = why {
            write!(f, " ({why})")?;
        }
        write!(f, "; {}", code.consequence())
    }
}
