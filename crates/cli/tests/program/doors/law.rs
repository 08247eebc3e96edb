//! The laws for an answer: it equals the one that the author expects, or it is not looser than another.

use serde_json::{Map, Value};

use super::wrappings::Layer;

/// The differences between a wrapped answer and the plain one, except for spans.
pub(crate) fn unequal(plain: &Value, wrapped: &Value) -> Option<String> {
    let (plain, wrapped) = (without_places(plain), without_places(wrapped));
    let keys = plain
        .as_object()
        .unwrap()
        .keys()
        .chain(wrapped.as_object().unwrap().keys());
    let differs = |key: &&String| plain[key.as_str()] != wrapped[key.as_str()];
    let key = keys.into_iter().find(differs)?;
    Some(format!(
        "{key}: plain {}, wrapped {}",
        plain[key.as_str()],
        wrapped[key.as_str()]
    ))
}

fn without_places(answer: &Value) -> Value {
    match answer {
        Value::Object(object) => {
            let keys = object
                .iter()
                .filter(|(key, _)| !["id", "span", "url"].contains(&key.as_str()));
            Value::Object(
                keys.map(|(key, value)| (key.clone(), without_places(value)))
                    .collect(),
            )
        }
        Value::Array(items) => items.iter().map(without_places).collect(),
        // A fold may become one blank or several (RFC 9112, section 5.2).
        Value::String(text) => text.split_whitespace().collect::<Vec<_>>().join(" ").into(),
        other => other.clone(),
    }
}

/// The uses that a wrapped answer allows and the plain one does not.
pub(crate) fn looser(plain: &Value, wrapped: &Value) -> Option<String> {
    // Documents about AI use that were not given are unread in both.
    let mut unread = wrapped["unread"].as_array().into_iter().flatten();
    let document = unread.find(|one| one["source"] == "document" && one["why"] != "body");
    let is_unread = document.is_some();
    let without = ["not-given", "empty"];
    let is_reported = document.is_some_and(|one| !without.iter().any(|why| one["why"] == *why));
    if is_reported && empty(&wrapped["diagnostics"]) {
        return Some(String::from("unread without a diagnostic"));
    }
    let snippet = |answer: &Value| answer["snippet"]["allowed"].clone();
    let answers =
        ["index", "follow", "archive"].map(|key| (key, plain[key].clone(), wrapped[key].clone()));
    for (key, plain, wrapped) in
        answers
            .into_iter()
            .chain([("snippet", snippet(plain), snippet(wrapped))])
    {
        let is_as_it_was = wrapped == plain || wrapped == false;
        let is_open = is_unread && wrapped.is_null();
        if !is_as_it_was && !is_open || is_unread && wrapped == true {
            return Some(format!(
                "{key}: plain {plain}, wrapped {wrapped}, unread {is_unread}"
            ));
        }
    }
    if is_unread {
        return None;
    }
    let none = Map::new();
    for part in ["directives", "extensions"] {
        for (name, value) in plain[part].as_object().unwrap_or(&none) {
            if !is_as_strict(value, &wrapped[part][name]) {
                return Some(format!(
                    "{name}: plain {value}, wrapped {}",
                    wrapped[part][name]
                ));
            }
        }
    }
    None
}

/// Whether an answer about access allows a fetch that the plain one does not.
pub(crate) fn opens(plain: &Value, wrapped: &Value) -> Option<String> {
    let allowed = |answer: &Value| answer["access"]["allowed"].clone();
    // That robots.txt itself may be fetched needs no robots.txt.
    let is_itself = wrapped["access"]["reason"] == "robots-txt-itself";
    let opens = allowed(wrapped) == true && allowed(plain) != true && !is_itself;
    opens.then(|| {
        format!(
            "access: plain {}, wrapped {}",
            plain["access"], wrapped["access"]
        )
    })
}

/// Whether an answer about a page restricts by an input that the layer changes: by the document, or by the fields.
pub(crate) fn restricts(layer: Layer, plain: &Value) -> bool {
    let is_of_document = match layer {
        Layer::Coding | Layer::Claim | Layer::Chunks | Layer::Cut => true,
        Layer::Front | Layer::Lines | Layer::Fields | Layer::Record => false,
    };
    let closes = ["index", "follow", "archive"]
        .iter()
        .any(|key| plain[key] == false)
        || plain["snippet"]["max_chars"].is_number();
    let reasons = plain["reasons"].as_array();
    let mut sources = reasons
        .into_iter()
        .flatten()
        .map(|reason| &reason["source"]);
    closes && sources.any(|source| (source == "meta") == is_of_document)
}

/// Whether an answer about access forbids the fetch.
pub(crate) fn forbids(plain: &Value) -> bool {
    plain["access"]["allowed"] == false
}

fn is_as_strict(plain: &Value, wrapped: &Value) -> bool {
    match (plain.as_u64(), wrapped.as_u64()) {
        (Some(plain), Some(wrapped)) => wrapped <= plain,
        _ => plain == wrapped,
    }
}

fn empty(value: &Value) -> bool {
    value.as_array().is_none_or(Vec::is_empty)
}
