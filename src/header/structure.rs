//! The members that `sfv` reads of a list or a dictionary (RFC 9651); a fault anywhere voids the whole.
//!
//! `sfv` has types of its own for lists and dictionaries. They are not used, for two reasons: they forget the place of
//! a name in the text, and a dictionary keeps one of two members with the same key, while the first one must be
//! reported. The visitor here keeps everything in the order of the text. Keys, names and tokens are slices of the text
//! that was read; the letter in `strict` says how their places follow from that.

use std::convert::Infallible;

use sfv::visitor::{DictionaryVisitor, EntryVisitor, ListVisitor};
use sfv::{BareItemFromInput, KeyRef};

use crate::header::bare_item::BareItem;
use crate::header::member::{MemberSink, MemberVisitor};

/// One member of a list or a dictionary, with its parameters in the order of the text, repeated ones included.
#[derive(Default)]
pub(super) struct Member<'t> {
    /// Its key in a dictionary; `None` in a list.
    pub(super) key: Option<&'t str>,
    /// The bare item; `None` for an inner list.
    pub(super) item: Option<BareItem<'t>>,
    /// The tokens of an inner list. Its other items cannot be the name of a rule and are not kept.
    pub(super) inner: Vec<&'t str>,
    /// Names and values; a name alone has the value true.
    pub(super) parameters: Vec<(&'t str, BareItem<'t>)>,
}

/// Reads the members of a list.
///
/// # Errors
/// The first fault that RFC 9651 §4.2 finds; no member is given then.
pub(super) fn list(text: &str) -> Result<Vec<Member<'_>>, sfv::Error> {
    sfv::Parser::new(text).parse_list_with_visitor(Collected::default())
}

/// Reads the members of a dictionary. Of two with one key both are given.
///
/// # Errors
/// The first fault, as for [`list`].
pub(super) fn dictionary(text: &str) -> Result<Vec<Member<'_>>, sfv::Error> {
    sfv::Parser::new(text).parse_dictionary_with_visitor(Collected::default())
}

/// The visitor: the members that are complete, and as the last one the member that is being read.
#[derive(Default)]
struct Collected<'t>(Vec<Member<'t>>);

impl<'t> Collected<'t> {
    /// Begins a member. The reference is always there, because the member was just added.
    fn open(&mut self, key: Option<&'t str>) -> MemberVisitor<Option<&mut Member<'t>>> {
        self.0.push(Member {
            key,
            ..Member::default()
        });
        MemberVisitor(self.0.last_mut())
    }
}

impl<'t> ListVisitor<'t> for Collected<'t> {
    type Out = Vec<Member<'t>>;
    type Error = Infallible;

    fn entry(&mut self) -> Result<impl EntryVisitor<'t>, Infallible> {
        Ok(self.open(None))
    }

    fn finish(self) -> Result<Vec<Member<'t>>, Infallible> {
        Ok(self.0)
    }
}

impl<'t> DictionaryVisitor<'t> for Collected<'t> {
    type Out = Vec<Member<'t>>;
    type Error = Infallible;

    fn entry(&mut self, key: &'t KeyRef) -> Result<impl EntryVisitor<'t>, Infallible> {
        Ok(self.open(Some(key.as_str())))
    }

    fn finish(self) -> Result<Vec<Member<'t>>, Infallible> {
        Ok(self.0)
    }
}

impl<'t> MemberSink<'t> for Option<&mut Member<'t>> {
    fn item(&mut self, item: BareItemFromInput<'t>) {
        if let Some(member) = self {
            member.item = Some(item.into());
        }
    }

    fn inner_item(&mut self, item: BareItemFromInput<'t>) {
        if let (Some(member), BareItem::Token(token)) = (self, BareItem::from(item)) {
            member.inner.push(token);
        }
    }

    fn parameter(&mut self, key: &'t KeyRef, value: BareItemFromInput<'t>) {
        if let Some(member) = self {
            member.parameters.push((key.as_str(), value.into()));
        }
    }
}
