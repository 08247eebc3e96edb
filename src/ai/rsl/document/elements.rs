//! The table of elements, and the attributes that matter.

use quick_xml::events::BytesStart;

use crate::ai::rsl::list::value;

/// An element of RSL, as far as it changes an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RslElement {
    Rsl,
    Content,
    License,
    Permits,
    Prohibits,
    Payment,
    Reporting,
    /// It is about the price.
    Price,
    /// It is for people, or about the asset.
    Note,
}

/// The elements that RSL 1.0 has: the name, and the elements that it may be in; none for anywhere below the root.
const TABLE: &[(&str, RslElement, &[RslElement])] = &[
    ("content", RslElement::Content, &[RslElement::Rsl]),
    ("license", RslElement::License, &[RslElement::Content]),
    ("permits", RslElement::Permits, &[RslElement::License]),
    ("prohibits", RslElement::Prohibits, &[RslElement::License]),
    ("payment", RslElement::Payment, &[RslElement::License]),
    ("reporting", RslElement::Reporting, &[RslElement::License]),
    ("standard", RslElement::Price, &[]),
    ("custom", RslElement::Price, &[]),
    ("amount", RslElement::Price, &[]),
    ("accepts", RslElement::Price, &[]),
    ("legal", RslElement::Note, &[]),
    ("schema", RslElement::Note, &[]),
    ("alternate", RslElement::Note, &[]),
    ("copyright", RslElement::Note, &[]),
    ("terms", RslElement::Note, &[]),
];

impl RslElement {
    /// The element of this name in this place: the root without a parent. Names are exact.
    pub(super) fn of(name: &str, parent: Option<RslElement>) -> Option<RslElement> {
        let Some(parent) = parent else {
            return (name == "rsl").then_some(RslElement::Rsl);
        };
        let row = TABLE.iter().find(|(own, _, _)| *own == name);
        row.filter(|(_, _, parents)| parents.is_empty() || parents.contains(&parent))
            .map(|(_, element, _)| *element)
    }
}

/// The attributes that matter, without blanks around their values.
#[derive(Debug, Default)]
pub(super) struct Attributes<'s> {
    /// The name of the element, without a prefix.
    pub(super) name: &'s str,
    pub(super) url: Option<String>,
    pub(super) server: Option<String>,
    pub(super) kind: Option<String>,
    pub(super) profile: Option<String>,
    pub(super) max_age: Option<String>,
}

impl<'s> Attributes<'s> {
    /// Those of a tag; `None` if one is not well-formed.
    pub(super) fn of(start: &'s BytesStart<'_>) -> Option<Attributes<'s>> {
        let mut found = Attributes {
            name: start.local_name().into_inner(),
            ..Attributes::default()
        };
        for attribute in start.attributes().with_checks(false) {
            let attribute = attribute.ok()?;
            let value = value(&attribute.value)?;
            let slot = match attribute.key.into_inner() {
                "url" => &mut found.url,
                "server" => &mut found.server,
                "type" => &mut found.kind,
                "profile" => &mut found.profile,
                "max-age" => &mut found.max_age,
                _ => continue,
            };
            *slot = Some(value.trim_ascii().to_owned());
        }
        Some(found)
    }
}
