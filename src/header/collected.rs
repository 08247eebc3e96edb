//! What `sfv` reads of a list or a dictionary, member by member (RFC 9651); a fault anywhere voids the whole.
//!
//! Keys, names and tokens are slices of the text that was read, so their places are known from where they are in it.

use std::convert::Infallible;

use sfv::visitor::{DictionaryVisitor, EntryVisitor, ListVisitor};
use sfv::{BareItemFromInput, KeyRef};

use crate::header::bare_item::BareItem;
use crate::header::member::{Entry, Statement};

/// One member.
#[derive(Default)]
pub(super) struct Member<'t> {
    /// Its key in a dictionary.
    pub(super) key: Option<&'t str>,
    /// The bare item; `None` for an inner list.
    pub(super) item: Option<BareItem<'t>>,
    /// The tokens of an inner list.
    pub(super) inner: Vec<&'t str>,
    pub(super) parameters: Vec<(&'t str, BareItem<'t>)>,
}

/// The members of a list.
pub(super) fn list(text: &str) -> Result<Vec<Member<'_>>, sfv::Error> {
    sfv::Parser::new(text).parse_list_with_visitor(Collected::default())
}

/// The members of a dictionary, of two with one key both.
pub(super) fn dictionary(text: &str) -> Result<Vec<Member<'_>>, sfv::Error> {
    sfv::Parser::new(text).parse_dictionary_with_visitor(Collected::default())
}

#[derive(Default)]
struct Collected<'t>(Vec<Member<'t>>);

impl<'t> Collected<'t> {
    fn open(&mut self, key: Option<&'t str>) -> Entry<Option<&mut Member<'t>>> {
        self.0.push(Member {
            key,
            ..Member::default()
        });
        Entry(self.0.last_mut())
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

impl<'t> Statement<'t> for Option<&mut Member<'t>> {
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
