//! The fields of a response that determine the type and the end of its body.

use crate::message::block::{self, Length};

macro_rules! fields {
    ($($(#[doc = $meaning:literal])+ $variant:ident = $name:literal;)+) => {
        /// A field that frames a body.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum Field {
            $($(#[doc = $meaning])+ $variant,)+
        }

        impl Field {
            fn of(name: &[u8]) -> Option<Field> {
                let is = |known: &str| name.eq_ignore_ascii_case(known.as_bytes());
                match () {
                    $(() if is($name) => Some(Field::$variant),)+
                    () => None,
                }
            }
        }
    };
}

fields! {
    /// The type of the document (RFC 9110 §8.3).
    Type = "Content-Type";
    /// The codings of the document (RFC 9110 §8.4).
    Codings = "Content-Encoding";
    /// The codings of the transfer, beside which `Content-Length` means nothing (RFC 9112 §6.1).
    TransferCodings = "Transfer-Encoding";
    /// The bytes of the coded document (RFC 9110 §8.6).
    Length = "Content-Length";
    /// The part of the document that a 206 has (RFC 9110 §14.4).
    Range = "Content-Range";
}

/// The lines of these fields, which one pass over a header block finds.
#[derive(Debug, Default)]
pub(crate) struct Framing<'b>(Vec<(Field, &'b [u8])>);

impl<'b> Framing<'b> {
    pub(crate) fn of(block: &'b [u8]) -> Framing<'b> {
        Framing::of_fields(block::fields(block))
    }

    /// Those among the lines of a response.
    pub(crate) fn of_fields(fields: impl Iterator<Item = (&'b [u8], &'b [u8])>) -> Framing<'b> {
        Framing(
            fields
                .filter_map(|(name, value)| Some((Field::of(name)?, value)))
                .collect(),
        )
    }

    /// The lines of one field, in the order of the wire.
    pub(crate) fn lines(&self, field: Field) -> impl Iterator<Item = &'b [u8]> + Clone {
        let is_it = move |(other, _): &&(Field, _)| *other == field;
        self.0.iter().filter(is_it).map(|(_, value)| *value)
    }

    /// Whether there is a line of the field.
    pub(crate) fn has(&self, field: Field) -> bool {
        self.lines(field).next().is_some()
    }

    /// Whether any line names a coding, of the transfer or of the document.
    pub(crate) fn names_codings(&self) -> bool {
        self.has(Field::Codings) || self.has(Field::TransferCodings)
    }

    /// Whether the body is an HTTP message, by its type.
    pub(crate) fn is_message(&self) -> bool {
        self.is_of(&["application/http", "message/http"])
    }

    /// Whether the body is HTML, by its type.
    pub(crate) fn is_html(&self) -> bool {
        self.is_of(&["text/html", "application/xhtml+xml"])
    }

    fn is_of(&self, types: &[&str]) -> bool {
        let line = self.lines(Field::Type).next();
        let is = |known: &&str| {
            line.is_some_and(|line| essence(line).eq_ignore_ascii_case(known.as_bytes()))
        };
        types.iter().any(is)
    }

    /// The first byte of the part that `Content-Range` states, and whether it is all of the document; `None` where no line, or
    /// more than one, is of the form that has a length.
    pub(crate) fn part(&self) -> Option<(u64, bool)> {
        let mut lines = self.lines(Field::Range);
        let line = str::from_utf8(lines.next()?).ok()?;
        let value = line.trim_ascii().strip_prefix("bytes")?.trim_ascii();
        let (range, length) = value.split_once('/')?;
        let (first, last) = range.split_once('-')?;
        let (first, last) = (first.parse().ok()?, last.parse::<u64>().ok()?);
        let is_all = first == 0 && length.parse().ok() == last.checked_add(1);
        lines.next().is_none().then_some((first, is_all))
    }

    /// The length that the fields state, see [`block::length`].
    pub(crate) fn length(&self) -> Option<u64> {
        block::length(self.lines(Field::Length))
    }

    /// What the fields say of the length.
    pub(crate) fn stated_length(&self) -> Length {
        Length::of(self.lines(Field::Length))
    }
}

/// A type without its parameters.
pub fn essence(content_type: &[u8]) -> &[u8] {
    let essence = content_type.split(|b| *b == b';').next();
    essence.unwrap_or_default().trim_ascii()
}
