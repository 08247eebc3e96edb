//! Comments, bogus comments and doctypes: the markup that is not a tag (HTML §13.2.5.41 to §13.2.5.53).

use crate::page::html::seek;

/// A construct that began with `<!`, `<?` or `</`, up to its `>`.
///
/// A doctype ends at the first `>`, even in a quoted identifier, as a bogus comment does. In the head `<![CDATA[`
/// begins a bogus comment. The less-than sign states of a comment (§13.2.5.46 to §13.2.5.49) only count dashes, which
/// [`Markup::CommentEnd`] does as well. So nine states are enough for the standard's 28.
///
/// The machine is a `Copy` value and stops after any byte. `r_86_markup_ends_as_the_standard_says` gives each case
/// whole and byte by byte. If a comment ends too early, its text ends the head; if it ends too late, it swallows the
/// metas that follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Markup {
    /// Markup declaration open state (§13.2.5.42).
    DeclarationOpen,
    /// Markup declaration open state after one dash. A second one begins a comment, any other byte a bogus comment.
    DeclarationOpenDash,
    /// Bogus comment state (§13.2.5.41), and all DOCTYPE states (§13.2.5.53 to §13.2.5.68).
    Bogus,
    /// Comment start state (§13.2.5.43).
    CommentStart,
    /// Comment start dash state (§13.2.5.44).
    CommentStartDash,
    /// Comment state (§13.2.5.45).
    Comment,
    /// Comment end dash state (§13.2.5.50).
    CommentEndDash,
    /// Comment end state (§13.2.5.51).
    CommentEnd,
    /// Comment end bang state (§13.2.5.52).
    CommentEndBang,
}

impl Markup {
    /// Reads up to after the `>` that ends the construct and returns the number of bytes read; `None` if it ends
    /// after `bytes`.
    ///
    /// The start state is [`Markup::DeclarationOpen`] after `<!`, and [`Markup::Bogus`] after `<?`, or after `</`
    /// without a letter.
    pub(crate) fn skip(&mut self, bytes: &[u8]) -> Option<usize> {
        let mut at = 0;
        loop {
            let rest = bytes.get(at..)?;
            at += match self {
                Markup::Bogus => memchr::memchr(b'>', rest)?,
                Markup::Comment => memchr::memchr(b'-', rest)?,
                _ => 0,
            };
            let next = self.step(*bytes.get(at)?);
            at += 1;
            match next {
                Some(state) => *self = state,
                None => return Some(at),
            }
        }
    }

    /// The length of what follows a `<!`, up to its `>`, if it is there whole: a comment, a bogus comment or a doctype.
    ///
    /// A comment ends at the first `>` that follows `--` or `--!`, or `<!--` or `<!---` at once.
    pub(crate) fn whole(bytes: &[u8]) -> Option<usize> {
        let [b'-', b'-', text @ ..] = bytes else {
            return Some(seek::find_near(b'>', bytes)? + 1);
        };
        let mut at = 0;
        loop {
            at += seek::find_near(b'>', text.get(at..)?)?;
            let before = text.get(..at)?;
            at += 1;
            if let [] | [b'-'] | [.., b'-', b'-'] | [.., b'-', b'-', b'!'] = before {
                return Some(2 + at);
            }
        }
    }

    /// The state after a byte; `None` where it ends.
    fn step(self, byte: u8) -> Option<Markup> {
        Some(match (self, byte) {
            (Markup::Comment | Markup::CommentEndDash, b'>') => Markup::Comment,
            (_, b'>') => return None,
            (Markup::DeclarationOpen, b'-') => Markup::DeclarationOpenDash,
            (Markup::DeclarationOpenDash, b'-') => Markup::CommentStart,
            (Markup::DeclarationOpen | Markup::DeclarationOpenDash | Markup::Bogus, _) => {
                Markup::Bogus
            }
            (Markup::CommentStart, b'-') => Markup::CommentStartDash,
            (Markup::Comment | Markup::CommentEndBang, b'-') => Markup::CommentEndDash,
            (Markup::CommentStartDash | Markup::CommentEndDash | Markup::CommentEnd, b'-') => {
                Markup::CommentEnd
            }
            (Markup::CommentEnd, b'!') => Markup::CommentEndBang,
            _ => Markup::Comment,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::rows;

    #[test]
    fn r_86_markup_ends_as_the_standard_says() {
        // The mark `|` shows where the markup ends.
        for marked in rows::<String>(include_str!("markup/ends.jsonl")) {
            let end = marked.find('|');
            let text = &marked.replace('|', "");
            let whole = Markup::DeclarationOpen.skip(text.as_bytes());
            let mut state = Markup::DeclarationOpen;
            let bytewise = text.bytes().position(|b| state.skip(&[b]).is_some());
            assert_eq!(whole, end, "{text}");
            assert_eq!(Markup::whole(text.as_bytes()), end, "{text}");
            assert_eq!(bytewise.map(|at| at + 1), end, "{text}");
        }
    }
}
