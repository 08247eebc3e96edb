//! What `sfv` reads of a list or a dictionary, member by member (RFC 9651); a fault anywhere voids the whole.
//!
//! Keys, names and tokens are slices of the text that was read, so their places are known from where they are in it.

use std::convert::Infallible;

use sfv::visitor::{
    DictionaryVisitor, EntryVisitor, Ignored, InnerListVisitor, ItemVisitor, ListVisitor,
    ParameterVisitor,
};
use sfv::{BareItemFromInput, KeyRef};

use crate::header::bare_item::BareItem;

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
    fn open(&mut self, key: Option<&'t str>) -> Entry<'_, 't> {
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

/// The member that is being read.
struct Entry<'f, 't>(Option<&'f mut Member<'t>>);

impl<'t> EntryVisitor<'t> for Entry<'_, 't> {
    type Error = Infallible;

    fn item(self) -> Result<impl ItemVisitor<'t>, Infallible> {
        Ok(self)
    }

    fn inner_list(self) -> Result<impl InnerListVisitor<'t>, Infallible> {
        Ok(self)
    }
}

impl<'t> ItemVisitor<'t> for Entry<'_, 't> {
    type Out = ();
    type Error = Infallible;

    fn bare_item(
        mut self,
        item: BareItemFromInput<'t>,
    ) -> Result<impl ParameterVisitor<'t, Out = ()>, Infallible> {
        if let Some(member) = &mut self.0 {
            member.item = Some(item.into());
        }
        Ok(self)
    }
}

impl<'t> InnerListVisitor<'t> for Entry<'_, 't> {
    type Error = Infallible;

    fn item(&mut self) -> Result<impl ItemVisitor<'t>, Infallible> {
        Ok(|item: BareItemFromInput<'t>| {
            if let (Some(member), BareItem::Token(token)) = (&mut self.0, BareItem::from(item)) {
                member.inner.push(token);
            }
            Ok::<_, Infallible>(Ignored)
        })
    }

    fn finish(self) -> Result<impl ParameterVisitor<'t>, Infallible> {
        Ok(self)
    }
}

impl<'t> ParameterVisitor<'t> for Entry<'_, 't> {
    type Out = ();
    type Error = Infallible;

    fn parameter(
        &mut self,
        key: &'t KeyRef,
        value: BareItemFromInput<'t>,
    ) -> Result<(), Infallible> {
        if let Some(member) = &mut self.0 {
            member.parameters.push((key.as_str(), value.into()));
        }
        Ok(())
    }

    fn finish(self) -> Result<(), Infallible> {
        Ok(())
    }
}
