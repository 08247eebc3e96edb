//! The files of one response, and the places in them.

use std::borrow::Cow;
use std::io::Read as _;

use robots_policy_input::saved::{self, SavedAs, Undone};
use robots_policy_input::{Message, Parts};
use robots_policy_show::{FieldInput, Input};

use crate::exit::Failure;

/// A file and its name for people.
#[derive(Clone, Copy)]
pub(super) struct NamedFile<'f> {
    pub(super) name: &'f str,
    pub(super) bytes: &'f [u8],
    /// How it was saved, for a file that need not be as it came.
    pub(super) saved: Option<&'f SavedAs>,
}

impl NamedFile<'_> {
    /// The response that was changed to read it.
    fn undone(&self) -> Option<&Undone> {
        self.saved?.undone()
    }

    /// The name for places, which are those of these bytes.
    fn shown(&self) -> String {
        let is_copy = matches!(self.saved, Some(SavedAs::Copy(_)));
        match self.name {
            name if is_copy => format!("{name} (decoded)"),
            name if self.undone().is_some_and(Undone::has_marks) => format!("{name} (undone)"),
            name => name.to_owned(),
        }
    }
}

/// The files of one response.
#[derive(Clone, Copy)]
pub(super) enum ResponseFiles<'f> {
    /// A response as `curl -i` writes it.
    Whole(NamedFile<'f>),
    /// Fields and a document.
    Parts {
        headers: Option<NamedFile<'f>>,
        html: Option<NamedFile<'f>>,
    },
    /// No file: the question is about robots.txt alone, for this URL.
    None { url: &'f str },
}

/// The data that a [`Message`] of files borrows.
#[derive(Default)]
pub(super) struct Buffers<'f> {
    lines: &'f [u8],
    body: &'f [u8],
    memory: Vec<u8>,
}

impl<'f> ResponseFiles<'f> {
    /// The file of a response, or the page.
    pub(super) fn of(saved: &'f SavedAs, name: &'f str) -> ResponseFiles<'f> {
        let file = NamedFile {
            name,
            bytes: saved.bytes(),
            saved: Some(saved),
        };
        match saved {
            SavedAs::Response(_) | SavedAs::Undone(..) => ResponseFiles::Whole(file),
            SavedAs::Page(_) | SavedAs::Copy(_) => ResponseFiles::Parts {
                headers: None,
                html: Some(file),
            },
        }
    }

    /// The name of the response.
    pub(super) fn name(self) -> &'f str {
        match self {
            ResponseFiles::Whole(file) => file.name,
            ResponseFiles::Parts { headers, html } => html.or(headers).map_or("", |file| file.name),
            ResponseFiles::None { url } => url,
        }
    }

    /// Whether a file of its own is the document, be it empty.
    pub(super) fn has_page(&self) -> bool {
        matches!(self, ResponseFiles::Parts { html: Some(_), .. })
    }

    /// The page of a copy that a browser made.
    fn copy(&self) -> Option<NamedFile<'f>> {
        let ResponseFiles::Parts { html, .. } = self else {
            return None;
        };
        html.filter(|html| matches!(html.saved, Some(SavedAs::Copy(_))))
    }

    /// Whether the page lacks parts of the document, which may forbid.
    pub(super) fn is_copy(&self) -> bool {
        self.copy().is_some()
    }

    /// The document of a copy: what is in it counts, and its head is not known whole, as that of a part (206).
    pub(super) fn copied(&self) -> Parts<'f> {
        Parts {
            status: Some(206),
            document: self.copy().map(|file| file.bytes),
            ..Parts::default()
        }
    }

    /// Whether the field lines are among the files.
    pub(super) fn has_fields(self) -> bool {
        match self {
            ResponseFiles::Whole(_) => true,
            // A client that failed leaves an empty file.
            ResponseFiles::Parts { headers, .. } => {
                headers.is_some_and(|file| !file.bytes.trim_ascii().is_empty())
            }
            ResponseFiles::None { .. } => false,
        }
    }

    /// Reads the response.
    ///
    /// # Errors
    /// Those of [`saved::response`] and [`saved::fields`].
    pub(super) fn message<'m>(self, buffers: &'m mut Buffers<'f>) -> Result<Message<'m>, Failure> {
        let (headers, html) = match self {
            ResponseFiles::Whole(file) => {
                buffers.lines = file.bytes;
                let message = saved::response(&mut buffers.lines, &mut buffers.memory)
                    .map_err(|why| Failure::Input(file.name.to_owned(), why))?;
                let is_recoded = file.undone().is_some_and(Undone::is_recoded);
                return Ok(message.or_recoded(is_recoded));
            }
            ResponseFiles::Parts { headers, html } => (headers, html),
            ResponseFiles::None { .. } => (None, None),
        };
        buffers.lines = headers.map_or(b"", |file| file.bytes);
        let name = headers.map_or("", |file| file.name);
        let message = saved::fields(&mut buffers.lines, &mut buffers.memory)
            .map_err(|why| Failure::Input(name.to_owned(), why))?;
        Ok(match html {
            Some(html) => {
                buffers.body = html.bytes;
                message.with_body(&mut buffers.body).or_html()
            }
            // A file of fields may be given without a document.
            None if !message.has_body() => message.without_body(),
            None => message,
        })
    }

    /// The bytes before the header block that counts, which begins there.
    pub(super) fn before(self, block: usize) -> &'f [u8] {
        match self {
            ResponseFiles::Whole(file) => file.bytes.get(..block).unwrap_or_default(),
            ResponseFiles::Parts { .. } | ResponseFiles::None { .. } => b"",
        }
    }

    /// The field lines, for the places in text; `block` is where the header block begins.
    pub(super) fn fields(self, block: usize) -> FieldInput<'f> {
        match self {
            ResponseFiles::Whole(file)
            | ResponseFiles::Parts {
                headers: Some(file),
                ..
            } => FieldInput::File(input(file, block)),
            ResponseFiles::Parts { headers: None, .. } | ResponseFiles::None { .. } => {
                FieldInput::None
            }
        }
    }

    /// The document, for the places in text; `body` is where the body of a whole response begins.
    ///
    /// A document whose codings were undone is not in the file, so its places are those of the decoded text.
    pub(super) fn page(self, body: usize) -> Option<Input<'f>> {
        let (file, start) = match self {
            ResponseFiles::Parts {
                html: Some(html), ..
            } => (html, 0),
            ResponseFiles::Whole(file) => (file, body),
            ResponseFiles::Parts { headers, .. } => (headers?, body),
            ResponseFiles::None { .. } => return None,
        };
        let mut buffers = Buffers::default();
        let mut message = self.message(&mut buffers).ok()?;
        let mut decoded = Vec::new();
        // The part that was read before the codings broke has places too.
        let _ = message.body().take(MOST_DECODED).read_to_end(&mut decoded);
        if file.bytes.get(start..)?.starts_with(&decoded) {
            let bytes = file.bytes.get(..start + decoded.len())?;
            return Some(input(NamedFile { bytes, ..file }, start));
        }
        Some(Input::new(format!("{} (decoded)", file.name), decoded))
    }
}

fn input(file: NamedFile<'_>, start: usize) -> Input<'_> {
    Input {
        name: file.shown(),
        bytes: Cow::Borrowed(file.bytes),
        start,
    }
}

/// The most bytes of a document that are decoded for places, which is more than the limit of its head.
const MOST_DECODED: u64 = 4 << 20;
