//! `Robots-Tag` as RFC 9651 reads it: the list of the successor draft, and the dictionary of the seed draft.
//!
//! `sfv` reads; a fault anywhere voids the whole field. Names and tokens are slices of the text that was read, so their
//! places are known from where they lie in it.

use std::collections::HashMap;
use std::convert::Infallible;

use sfv::visitor::{
    DictionaryVisitor, EntryVisitor, Ignored, InnerListVisitor, ItemVisitor, ListVisitor,
    ParameterVisitor,
};
use sfv::{BareItemFromInput, KeyRef};

use crate::diagnostic::Code;
use crate::directive::Directive;
use crate::header::Said;
use crate::header::rule::{self, Reading, Rule, RuleValue};
use crate::list::Sink;
use crate::provenance::Span;
use crate::token::{ProductToken, Scope};

/// Reads a list (draft-illyes-repext, successor text); the error is that of RFC 9651.
pub(super) fn list(text: &str) -> Result<List<'_>, sfv::Error> {
    sfv::Parser::new(text)
        .parse_list_with_visitor(Field::new(text))
        .map(List)
}

/// Reads a dictionary (draft-illyes-repext, seed text); of two members with one key the last stays.
pub(super) fn dictionary(text: &str) -> Result<Dictionary<'_>, sfv::Error> {
    sfv::Parser::new(text)
        .parse_dictionary_with_visitor(Field::new(text))
        .map(Dictionary)
}

/// A list that is well-formed.
pub(super) struct List<'t>(Field<'t>);

/// A dictionary that is well-formed.
pub(super) struct Dictionary<'t>(Field<'t>);

/// What `sfv` saw.
struct Field<'t> {
    text: &'t str,
    /// Where the text begins in what the spans count in.
    origin: usize,
    members: Vec<Seen<'t>>,
}

/// One member.
#[derive(Default)]
struct Seen<'t> {
    key: Option<&'t str>,
    /// The bare item; `None` for an inner list.
    item: Option<RuleValue<'t>>,
    /// The tokens of an inner list.
    inner: Vec<&'t str>,
    parameters: Vec<(&'t str, RuleValue<'t>)>,
}

impl<'t> Field<'t> {
    fn new(text: &'t str) -> Field<'t> {
        Field {
            text,
            origin: 0,
            members: Vec::new(),
        }
    }

    /// Takes a member whose subject is `subject`: its inner list and its parameters are the rules. Says whether the
    /// subject is one.
    fn subject(&self, said: &mut Said<'_>, subject: &str, seen: &Seen<'t>) -> bool {
        let scope = if subject == "*" {
            Scope::Global
        } else if let Some(token) = ProductToken::read(subject) {
            Scope::Token(token)
        } else {
            said.remark(Code::NotAProductToken, self.span(subject));
            return false;
        };
        if Directive::from_name(subject).is_some() {
            said.remark(Code::TokenEqualsRuleName, self.span(subject));
        }
        for name in &seen.inner {
            let rule = self.rule(name, RuleValue::Boolean(true));
            rule::assert(said, Reading::Strict, &scope, &rule);
        }
        let last = last_places(seen.parameters.iter().map(|(name, _)| *name));
        for (index, (name, value)) in seen.parameters.iter().enumerate() {
            let rule = self.rule(name, value.clone());
            if last.get(name).is_some_and(|last| *last > index) {
                said.remark(Code::DuplicateKey, rule.span);
            } else {
                rule::assert(said, Reading::Strict, &scope, &rule);
            }
        }
        true
    }

    /// The rule whose name is this slice of the text.
    fn rule(&self, name: &'t str, value: RuleValue<'t>) -> Rule<'t> {
        let start = self.start(name);
        let text = self.text.get(start..).unwrap_or_default();
        let raw = text
            .get(name.len()..item_end(text))
            .and_then(|rest| rest.strip_prefix('='));
        let len = name.len() + raw.map_or(0, |raw| raw.len() + 1);
        Rule {
            name,
            value,
            raw,
            span: Span::new(start, start + len).shifted(self.origin),
        }
    }

    /// Where a slice of the text begins in it.
    fn start(&self, slice: &str) -> usize {
        (slice.as_ptr() as usize).saturating_sub(self.text.as_ptr() as usize)
    }

    fn span(&self, slice: &str) -> Span {
        let start = self.start(slice);
        Span::new(start, start + slice.len()).shifted(self.origin)
    }

    /// The place of a member: its first name, or the whole text where it has none.
    fn whole(&self, seen: &Seen<'t>) -> Span {
        let token = match seen.item {
            Some(RuleValue::Token(token)) => Some(token),
            _ => None,
        };
        let name = seen.key.or(token).or(seen.inner.first().copied());
        name.map_or_else(
            || Span::new(0, self.text.len()).shifted(self.origin),
            |name| self.span(name),
        )
    }

    fn open(&mut self, key: Option<&'t str>) -> Entry<'_, 't> {
        self.members.push(Seen {
            key,
            ..Seen::default()
        });
        Entry(self.members.last_mut())
    }
}

impl List<'_> {
    /// Adds what it says, with spans from `origin` on; says whether any member has a subject.
    pub(super) fn read(mut self, origin: usize, said: &mut Said<'_>) -> bool {
        self.0.origin = origin;
        let List(field) = self;
        let mut well_formed = false;
        for seen in &field.members {
            match seen.item {
                Some(RuleValue::Token(subject)) => {
                    well_formed |= field.subject(said, subject, seen);
                }
                _ => said.remark(Code::NotAProductToken, field.whole(seen)),
            }
        }
        well_formed
    }
}

impl Dictionary<'_> {
    /// Adds what it says, with spans from `origin` on; says whether any member has a subject.
    pub(super) fn read(mut self, origin: usize, said: &mut Said<'_>) -> bool {
        self.0.origin = origin;
        let Dictionary(field) = self;
        let keys = field
            .members
            .iter()
            .map(|seen| seen.key.unwrap_or_default());
        let last = last_places(keys.clone());
        let mut well_formed = false;
        for (index, (key, seen)) in keys.zip(&field.members).enumerate() {
            if last.get(key).is_some_and(|last| *last > index) {
                said.remark(Code::DuplicateKey, field.whole(seen));
                continue;
            }
            match seen.item {
                Some(RuleValue::Boolean(true)) | None => {
                    well_formed |= field.subject(said, key, seen);
                }
                _ => said.remark(Code::InvalidMember, field.whole(seen)),
            }
        }
        well_formed
    }
}

/// Where each key stands last; nothing for a single one.
fn last_places<'t>(keys: impl ExactSizeIterator<Item = &'t str>) -> HashMap<&'t str, usize> {
    if keys.len() < 2 {
        return HashMap::new();
    }
    keys.enumerate().map(|(index, key)| (key, index)).collect()
}

/// Where the parameter ends that begins `text`: before the next delimiter outside a string.
fn item_end(text: &str) -> usize {
    let (mut in_string, mut escaped) = (false, false);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b';' | b',' | b' ' | b'\t' | b')' if !in_string => return at,
            b'"' if !escaped => in_string = !in_string,
            _ => {}
        }
        escaped = in_string && byte == b'\\' && !escaped;
    }
    text.len()
}

impl<'t> ListVisitor<'t> for Field<'t> {
    type Out = Field<'t>;
    type Error = Infallible;

    fn entry(&mut self) -> Result<impl EntryVisitor<'t>, Infallible> {
        Ok(self.open(None))
    }

    fn finish(self) -> Result<Field<'t>, Infallible> {
        Ok(self)
    }
}

impl<'t> DictionaryVisitor<'t> for Field<'t> {
    type Out = Field<'t>;
    type Error = Infallible;

    fn entry(&mut self, key: &'t KeyRef) -> Result<impl EntryVisitor<'t>, Infallible> {
        Ok(self.open(Some(key.as_str())))
    }

    fn finish(self) -> Result<Field<'t>, Infallible> {
        Ok(self)
    }
}

/// The member that is being read.
struct Entry<'f, 't>(Option<&'f mut Seen<'t>>);

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
        if let Some(seen) = &mut self.0 {
            seen.item = Some(item.into());
        }
        Ok(self)
    }
}

impl<'t> InnerListVisitor<'t> for Entry<'_, 't> {
    type Error = Infallible;

    fn item(&mut self) -> Result<impl ItemVisitor<'t>, Infallible> {
        Ok(|item: BareItemFromInput<'t>| {
            if let (Some(seen), RuleValue::Token(token)) = (&mut self.0, RuleValue::from(item)) {
                seen.inner.push(token);
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
        if let Some(seen) = &mut self.0 {
            seen.parameters.push((key.as_str(), value.into()));
        }
        Ok(())
    }

    fn finish(self) -> Result<(), Infallible> {
        Ok(())
    }
}
