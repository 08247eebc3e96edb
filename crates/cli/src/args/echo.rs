//! Usage errors, which show words of the command line.

use clap::Error;
use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue};

use robots_policy_input::names::plain_line;
use robots_policy_live::secret::{without_user, without_value};

/// An error of the command line that shows no secrets, and nothing that a terminal obeys.
pub(crate) fn shown(mut error: Error) -> Error {
    let is_field = matches!(
        error.get(ContextKind::InvalidArg),
        Some(ContextValue::String(option)) if option.starts_with("--header ")
    );
    let word = |kind, text: &str| {
        let is_value = is_field && kind == ContextKind::InvalidValue;
        let text = if is_value {
            without_value(text)
        } else {
            without_user(text).into_owned()
        };
        plain_line(&text).into_owned()
    };
    let parts = error.context().filter_map(|(kind, part)| {
        let part = match part {
            ContextValue::String(text) => ContextValue::String(word(kind, text)),
            ContextValue::Strings(texts) => {
                ContextValue::Strings(texts.iter().map(|text| word(kind, text)).collect())
            }
            ContextValue::StyledStrs(tips) => {
                ContextValue::StyledStrs(tips.iter().map(|tip| styled(kind, tip, word)).collect())
            }
            _ => return None,
        };
        Some((kind, part))
    });
    for (kind, part) in parts.collect::<Vec<_>>() {
        error.insert(kind, part);
    }
    error
}

/// A tip, which loses its style if a word in it must not be shown.
fn styled(
    kind: ContextKind,
    tip: &StyledStr,
    word: impl Fn(ContextKind, &str) -> String,
) -> StyledStr {
    let plain = tip.to_string();
    let words = plain.split(' ').map(|own| word(kind, own));
    let shown = words.collect::<Vec<_>>().join(" ");
    if shown == plain {
        tip.clone()
    } else {
        shown.into()
    }
}
