//! The visitor of one member of a structured field (RFC 9651), for `sfv`.
//!
//! `sfv` calls a visitor with a type of its own for each level of the grammar: entry, item, inner list, parameters. All
//! four are [`MemberVisitor`] here, which hands the three things worth keeping to one [`MemberSink`]. `structure` keeps members
//! of `Robots-Tag` with it, `signature_agent` those of a request field.

use std::convert::Infallible;

use sfv::visitor::{EntryVisitor, Ignored, InnerListVisitor, ItemVisitor, ParameterVisitor};
use sfv::{BareItemFromInput, KeyRef};

/// The parts of a member that a reader keeps, given as the member is read.
///
/// Each reader keeps as little as it needs, because hostile fields have very many members. The calls come in the order
/// of the text: an item or inner items, then parameters.
pub(super) trait MemberSink<'t> {
    /// The bare item that the member is. An inner list has none.
    fn item(&mut self, item: BareItemFromInput<'t>);

    /// An item of the inner list that the member is.
    fn inner_item(&mut self, _: BareItemFromInput<'t>) {}

    /// A parameter of the member, not of an item in it.
    fn parameter(&mut self, key: &'t KeyRef, value: BareItemFromInput<'t>);
}

/// The member that is being read, at whichever level of its grammar. It refuses no input: only the grammar can.
pub(super) struct MemberVisitor<S>(pub(super) S);

impl<'t, S: MemberSink<'t>> EntryVisitor<'t> for MemberVisitor<S> {
    type Error = Infallible;

    fn item(self) -> Result<impl ItemVisitor<'t>, Infallible> {
        Ok(self)
    }

    fn inner_list(self) -> Result<impl InnerListVisitor<'t>, Infallible> {
        Ok(self)
    }
}

impl<'t, S: MemberSink<'t>> ItemVisitor<'t> for MemberVisitor<S> {
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

impl<'t, S: MemberSink<'t>> InnerListVisitor<'t> for MemberVisitor<S> {
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

impl<'t, S: MemberSink<'t>> ParameterVisitor<'t> for MemberVisitor<S> {
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
