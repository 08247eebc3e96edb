//! The visitor of one member of a structured field (RFC 9651), for `sfv`.
//!
//! `sfv` calls a visitor with a type of its own for each level of the grammar: entry, item, inner list, parameters. All
//! four are [`Entry`] here, which hands the three things worth keeping to one [`Statement`]. `collected` keeps members
//! of `Robots-Tag` with it, `signature_agent` those of a request field.

use std::convert::Infallible;

use sfv::visitor::{EntryVisitor, Ignored, InnerListVisitor, ItemVisitor, ParameterVisitor};
use sfv::{BareItemFromInput, KeyRef};

/// The parts of a member that a reader keeps, given as the member is read.
///
/// Each reader keeps as little as it needs, because hostile fields have very many members. The calls come in the order
/// of the text: an item or inner items, then parameters.
pub(super) trait Statement<'t> {
    /// The bare item that the member is. An inner list has none.
    fn item(&mut self, item: BareItemFromInput<'t>);

    /// An item of the inner list that the member is.
    fn inner_item(&mut self, _: BareItemFromInput<'t>) {}

    /// A parameter of the member, not of an item in it.
    fn parameter(&mut self, key: &'t KeyRef, value: BareItemFromInput<'t>);
}

/// The member that is being read, at whichever level of its grammar. It refuses no input: only the grammar can.
pub(super) struct Entry<S>(pub(super) S);

impl<'t, S: Statement<'t>> EntryVisitor<'t> for Entry<S> {
    type Error = Infallible;

    fn item(self) -> Result<impl ItemVisitor<'t>, Infallible> {
        Ok(self)
    }

    fn inner_list(self) -> Result<impl InnerListVisitor<'t>, Infallible> {
        Ok(self)
    }
}

impl<'t, S: Statement<'t>> ItemVisitor<'t> for Entry<S> {
    type Out = ();
    type Error = Infallible;

    fn bare_item(
        mut self,
        item: BareItemFromInput<'t>,
    ) -> Result<impl ParameterVisitor<'t, Out = ()>, Infallible> {
        self.0.item(item);
        Ok(self)
    }
}

impl<'t, S: Statement<'t>> InnerListVisitor<'t> for Entry<S> {
    type Error = Infallible;

    fn item(&mut self) -> Result<impl ItemVisitor<'t>, Infallible> {
        Ok(|item: BareItemFromInput<'t>| {
            self.0.inner_item(item);
            Ok::<_, Infallible>(Ignored)
        })
    }

    fn finish(self) -> Result<impl ParameterVisitor<'t>, Infallible> {
        Ok(self)
    }
}

impl<'t, S: Statement<'t>> ParameterVisitor<'t> for Entry<S> {
    type Out = ();
    type Error = Infallible;

    fn parameter(
        &mut self,
        key: &'t KeyRef,
        value: BareItemFromInput<'t>,
    ) -> Result<(), Infallible> {
        self.0.parameter(key, value);
        Ok(())
    }

    fn finish(self) -> Result<(), Infallible> {
        Ok(())
    }
}
