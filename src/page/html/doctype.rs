//! A doctype, taken apart (HTML §13.2.5.54 to §13.2.5.68).
//!
//! Only parts of a page need it: a document in quirks mode lets a table be inside a paragraph, and so inside its marks.

use html5ever::tendril::StrTendril;
use html5ever::tokenizer::Doctype;

/// Reads a doctype from its `<` to before its `>`.
pub(super) fn doctype(text: &str) -> Doctype {
    let rest = text.get("<!doctype".len()..).unwrap_or_default();

    let mut rest = rest.trim_start_matches(is_blank);
    let mut doctype = Doctype::default();
    let end = rest.find(is_blank).unwrap_or(rest.len());
    let name = rest.get(..end).unwrap_or_default();
    if name.is_empty() {
        doctype.force_quirks = true;
        return doctype;
    }
    let name = name.replace('\0', "\u{FFFD}").to_ascii_lowercase();
    doctype.name = Some(StrTendril::from_slice(&name));
    rest = rest.get(end..).unwrap_or_default();
    doctype.force_quirks = identifiers(rest, &mut doctype).is_none();
    doctype
}

/// Reads what follows the name; `None` if it makes the document one of quirks mode by its grammar.
fn identifiers(rest: &str, doctype: &mut Doctype) -> Option<()> {
    let rest = rest.trim_start_matches(is_blank);
    if rest.is_empty() {
        return Some(());
    }
    let (keyword, mut rest) = rest.split_at_checked("PUBLIC".len())?;
    let is_public = keyword.eq_ignore_ascii_case("PUBLIC");
    if !is_public && !keyword.eq_ignore_ascii_case("SYSTEM") {
        return None;
    }
    if is_public {
        rest = identifier(rest, &mut doctype.public_id)?;
        if rest.trim_start_matches(is_blank).is_empty() {
            return Some(());
        }
    }
    identifier(rest, &mut doctype.system_id).map(|_| ())
}

/// Reads a text in quotes, and returns what follows it.
fn identifier<'t>(rest: &'t str, value: &mut Option<StrTendril>) -> Option<&'t str> {
    let rest = rest.trim_start_matches(is_blank);
    let quote = rest.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    let rest = rest.get(1..)?;
    let text = rest.split(quote).next()?;
    *value = Some(StrTendril::from_slice(&text.replace('\0', "\u{FFFD}")));
    rest.get(text.len() + 1..)
}

fn is_blank(c: char) -> bool {
    matches!(c, '\t' | '\n' | '\r' | '\x0C' | ' ')
}
