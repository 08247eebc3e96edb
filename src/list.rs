//! The comma-and-colon list of `X-Robots-Tag` lines and of `content` attributes.
//!
//! ```text
//! list      = *( OWS "," ) [ statement *( OWS "," OWS [ statement ] ) ]
//! statement = [ prefix ] ( name / name ":" value )
//! prefix    = ( "*" / "robots" / product-token [ "/" version ] ) ":"   ; holds until the next prefix
//! ```
//!
//! Nobody wrote this grammar down; it is what Google's and MDN's examples have in common. Splitting at every comma, or
//! at the first colon, is wrong: dates hold both.

mod words;

use crate::date;
use crate::diagnostic::Code;
use crate::directive::{Directive, Kind, Value};
use crate::provenance::Span;
use crate::signal::Statement;
use crate::token::Scope;

pub(crate) use self::words::begins_statement;
use self::words::{all_known, begins_directive, is_name, is_separator, scope_of};

/// One statement of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Listed {
    pub(crate) scope: Scope,
    pub(crate) statement: Statement,
    /// The bytes of the statement in the text.
    pub(crate) span: Span,
    /// It stands behind the first statement of a prefix: had lines been joined here, it could have begun one.
    pub(crate) may_begin_line: bool,
    /// The word before its prefix's colon may be a directive that is not known: what follows it first is unknown too.
    pub(crate) doubtful_prefix: bool,
}

/// What a list says, and what was odd about it; spans count in the text that was read.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub(crate) struct List {
    pub(crate) statements: Vec<Listed>,
    pub(crate) remarks: Vec<(Code, Span)>,
}

impl List {
    /// Whether any directive of the table was read.
    pub(crate) fn knows_any(&self) -> bool {
        self.knows_any_from(0)
    }

    /// Whether any directive of the table was read since there were `index` statements.
    pub(crate) fn knows_any_from(&self, index: usize) -> bool {
        let known = |listed: &Listed| matches!(listed.statement, Statement::Directive(..));
        self.statements.iter().skip(index).any(known)
    }

    /// Counts the spans from `origin` bytes further left.
    pub(crate) fn shift(&mut self, origin: usize) {
        for listed in &mut self.statements {
            listed.span = listed.span.shifted(origin);
        }
        for (_, span) in &mut self.remarks {
            *span = span.shifted(origin);
        }
    }
}

/// Reads `text`, whose statements address `scope` until a prefix says otherwise.
pub(crate) fn read(text: &str, scope: &Scope) -> List {
    let mut list = List::default();
    read_into(&mut list, text, 0, scope);
    list
}

/// Reads `text`, which begins `origin` bytes into what the spans of `list` count in.
pub(crate) fn read_into(list: &mut List, text: &str, origin: usize, scope: &Scope) {
    let mut reader = Reader {
        text,
        origin,
        scope: scope.clone(),
        prefix: Prefix::None,
        split_until: 0,
        comma: Ahead::default(),
        colon: Ahead::default(),
        list,
    };
    let mut at = 0;
    while let Some(start) = reader.next_start(at) {
        at = reader.statement(start);
    }
    reader.close_prefix(text.len());
}

struct Reader<'t, 'l> {
    text: &'t str,
    origin: usize,
    scope: Scope,
    prefix: Prefix,
    /// The end of a piece that was found to be separated by blanks or semicolons, and was remarked upon.
    split_until: usize,
    comma: Ahead,
    colon: Ahead,
    list: &'l mut List,
}

/// The next place of a byte, looked for once: a piece of many words is not searched again for each of them.
#[derive(Clone, Copy, Default)]
struct Ahead(Option<usize>);

impl Ahead {
    fn from(&mut self, text: &str, start: usize, byte: u8) -> usize {
        match self.0 {
            Some(at) if at >= start => at,
            _ => {
                let rest = text.as_bytes().get(start..).unwrap_or_default();
                let at = start + memchr::memchr(byte, rest).unwrap_or(rest.len());
                self.0 = Some(at);
                at
            }
        }
    }
}

/// What is known of the prefix that is in force.
#[derive(Clone, Copy)]
enum Prefix {
    /// There is none.
    None,
    /// No statement has followed it yet.
    Fresh,
    /// Statements have followed it.
    Used { doubtful: bool },
    /// It begins here, and is no product token.
    Invalid(usize),
}

impl<'t> Reader<'t, '_> {
    /// Where the next statement begins, if one does.
    fn next_start(&self, at: usize) -> Option<usize> {
        let skipped = self.from(at).find(|c: char| !is_separator(c) && c != ',')?;
        Some(at + skipped)
    }

    /// Reads the statement at `start`; gives the place behind it.
    fn statement(&mut self, start: usize) -> usize {
        let end = self.comma.from(self.text, start, b',');
        let colon = self.colon.from(self.text, start, b':');
        let piece = self.trimmed(start, end);
        if colon < end && !self.in_time(piece.start, colon) {
            self.with_colon(piece, colon)
        } else {
            self.without_colon(piece)
        }
    }

    fn with_colon(&mut self, piece: Span, colon: usize) -> usize {
        let name = self.trimmed(piece.start, colon);
        let text = self.of(name);
        if let Some(directive) = Directive::from_name(text) {
            return if directive.kind().takes_value() {
                self.valued(directive, piece.start, colon + 1)
            } else {
                self.flag_with_colon(directive, piece, name, colon + 1)
            };
        }
        if let Some(scope) = scope_of(text) {
            self.open_prefix(scope, name);
            return colon + 1;
        }
        if let Some(next) = self.split_first(piece) {
            return next;
        }
        self.close_prefix(piece.start);
        self.prefix = Prefix::Invalid(piece.start);
        colon + 1
    }

    /// `noindex: nofollow` says both; in `noindex: yes` the value means nothing.
    fn flag_with_colon(
        &mut self,
        directive: Directive,
        piece: Span,
        name: Span,
        behind: usize,
    ) -> usize {
        if begins_statement(self.from(behind)) {
            self.push(Statement::Directive(directive, Value::Flag), name);
            self.remark(Code::Separator, piece);
            return behind;
        }
        self.push(Statement::Directive(directive, Value::Flag), piece);
        if !self.trimmed(behind, piece.end).is_empty() {
            self.remark(Code::UnexpectedValue, piece);
        }
        piece.end
    }

    fn without_colon(&mut self, piece: Span) -> usize {
        let text = self.of(piece);
        match Directive::from_name(text) {
            Some(directive) if directive.kind().takes_value() => {
                self.remark(Code::MissingValue, piece);
            }
            Some(directive) => self.push(Statement::Directive(directive, Value::Flag), piece),
            None if is_name(text) => self.extension(piece, text, None),
            None => return self.odd_piece(piece),
        }
        piece.end
    }

    /// A piece that is neither a name nor one with a colon.
    fn odd_piece(&mut self, piece: Span) -> usize {
        if let Some(next) = self.split_first(piece) {
            return next;
        }
        let Some((name, value)) = self.of(piece).split_once('=') else {
            self.remark(Code::UnreadableStatement, piece);
            return piece.end;
        };
        let (name, value) = (name.trim_ascii(), value.trim_ascii());
        match Directive::from_name(name) {
            Some(directive) if directive.kind().takes_value() => {
                self.remark(Code::Separator, piece);
                let behind = piece.end - self.of(piece).split_once('=').map_or(0, |(_, v)| v.len());
                return self.valued(directive, piece.start, behind);
            }
            Some(_) if value == "?0" => self.remark(Code::NegatedRule, piece),
            Some(directive) => {
                self.push(Statement::Directive(directive, Value::Flag), piece);
                self.remark(Code::UnexpectedValue, piece);
            }
            None if is_name(name) => self.extension(piece, name, Some(value)),
            None => self.remark(Code::UnreadableStatement, piece),
        }
        piece.end
    }

    /// Reads the first word of a piece whose words are separated by blanks or semicolons and are all known; gives the
    /// place behind it, or `None` if the piece is of another kind.
    fn split_first(&mut self, piece: Span) -> Option<usize> {
        let text = self.of(piece);
        let (first, rest) = text.split_once(is_separator)?;
        let directive = Directive::from_name(first).filter(|d| !d.kind().takes_value())?;
        if piece.end > self.split_until {
            if !all_known(rest) {
                return None;
            }
            self.split_until = piece.end;
            self.remark(Code::Separator, piece);
        }
        let span = Span::new(piece.start, piece.start + first.len());
        self.push(Statement::Directive(directive, Value::Flag), span);
        Some(span.end)
    }

    /// Reads the value of `directive` at `behind`; the statement begins at `start`.
    ///
    /// The value ends where the next statement begins, so that a date with commas and colons, readable or not, costs
    /// only itself.
    fn valued(&mut self, directive: Directive, start: usize, behind: usize) -> usize {
        let extent = self.value_extent(behind);
        let (end, value) = match directive.kind() {
            Kind::Deadline => self.deadline(behind, extent),
            _ => self.plain(directive, behind, extent),
        };
        let statement = self.trimmed(start, end);
        if self.trimmed(behind, end).is_empty() {
            self.remark(Code::MissingValue, statement);
        } else if let Some(value) = value {
            self.push(Statement::Directive(directive, value), statement);
        } else {
            self.remark(Code::UnreadableValue, statement);
        }
        if self.from(end).starts_with(is_separator) && end >= self.split_until {
            self.remark(Code::Separator, statement);
        }
        end
    }

    /// Where the next statement begins behind a value, or the end of the text.
    fn value_extent(&self, behind: usize) -> usize {
        let text = self.from(behind);
        let ends = |(at, c): (usize, char)| {
            let next = text.get(at + 1..).unwrap_or_default();
            let found = match c {
                ',' | ';' => begins_statement(next),
                _ => is_separator(c) && !next.starts_with(is_separator) && begins_directive(next),
            };
            found.then_some(at)
        };
        let found = text.char_indices().find_map(ends);
        behind + found.unwrap_or(text.len())
    }

    fn plain(&self, directive: Directive, behind: usize, extent: usize) -> (usize, Option<Value>) {
        let text = self.of(Span::new(behind, extent));
        let end = behind + text.find([',', ';']).unwrap_or(text.len());
        let value = directive.read_plain(self.of(self.trimmed(behind, end)));
        (end, value)
    }

    /// Takes the longest text that is a date: behind it may stand names that are not known.
    fn deadline(&mut self, behind: usize, extent: usize) -> (usize, Option<Value>) {
        let text = self.of(Span::new(behind, extent));
        let shorter = text.match_indices([',', ';']).map(|(at, _)| behind + at);
        let ends: Vec<usize> = shorter.take(DATE_COMMAS).chain([extent]).collect();
        for end in ends.into_iter().rev() {
            if let Some(date) = date::read(self.of(Span::new(behind, end))) {
                if !date.zone_known {
                    self.remark(Code::UnknownZone, self.trimmed(behind, end));
                }
                return (end, Some(Value::Deadline(date.moment)));
            }
        }
        (extent, None)
    }

    fn extension(&mut self, span: Span, name: &str, value: Option<&str>) {
        let name = name.to_ascii_lowercase().into();
        let value = value.map(Into::into);
        self.push(Statement::Extension { name, value }, span);
        self.remark(Code::UnknownDirective, span);
    }

    fn push(&mut self, statement: Statement, span: Span) {
        let may_begin_line = matches!(self.prefix, Prefix::Used { .. });
        if let Prefix::Fresh = self.prefix {
            let doubtful = matches!(statement, Statement::Extension { .. });
            self.prefix = Prefix::Used { doubtful };
        }
        if let Prefix::Invalid(_) = self.prefix {
            return;
        }
        self.list.statements.push(Listed {
            scope: self.scope.clone(),
            statement,
            span: span.shifted(self.origin),
            may_begin_line,
            doubtful_prefix: matches!(self.prefix, Prefix::Used { doubtful: true }),
        });
    }

    fn remark(&mut self, code: Code, span: Span) {
        self.list.remarks.push((code, span.shifted(self.origin)));
    }

    fn open_prefix(&mut self, scope: Scope, name: Span) {
        self.close_prefix(name.start);
        if let Scope::Token(_) = scope {
            self.remark(Code::OtherScope, name);
        }
        self.scope = scope;
        self.prefix = Prefix::Fresh;
    }

    /// Ends the reach of a prefix that is no product token with one remark over all that it addressed.
    fn close_prefix(&mut self, end: usize) {
        if let Prefix::Invalid(start) = self.prefix {
            let text = self.of(Span::new(start, end));
            let len = text.trim_end_matches(|c| is_separator(c) || c == ',').len();
            self.remark(Code::InvalidScope, Span::new(start, start + len));
            self.prefix = Prefix::None;
        }
    }

    /// Whether the colon is one in a time of day, with digits around it and no name before it.
    fn in_time(&self, start: usize, colon: usize) -> bool {
        let name = self.of(self.trimmed(start, colon));
        let digit = |c: char| c.is_ascii_digit();
        name.ends_with(digit) && self.from(colon + 1).starts_with(digit)
    }

    fn from(&self, at: usize) -> &'t str {
        self.text.get(at..).unwrap_or_default()
    }

    fn of(&self, span: Span) -> &'t str {
        self.text.get(span.start..span.end).unwrap_or_default()
    }

    fn trimmed(&self, start: usize, end: usize) -> Span {
        let text = self.of(Span::new(start, end));
        let left = text.len() - text.trim_ascii_start().len();
        Span::new(start + left, start + left + text.trim_ascii().len())
    }
}

/// A date holds one comma; a few more are tried for names that follow it and are not known.
const DATE_COMMAS: usize = 8;

#[cfg(test)]
mod tests {
    use super::*;

    /// `scope/statement` words, and the codes of the remarks.
    fn said(text: &str) -> (Vec<String>, Vec<&'static str>) {
        let list = read(text, &Scope::Global);
        let word = |listed: &Listed| {
            let quoted = &text[listed.span.start..listed.span.end];
            match &listed.statement {
                Statement::Directive(d, v) => format!("{}/{d}={v} {quoted}", listed.scope),
                Statement::Extension { name, value } => {
                    format!("{}/?{name}={value:?} {quoted}", listed.scope)
                }
            }
        };
        let words = list.statements.iter().map(word).collect();
        (
            words,
            list.remarks.iter().map(|(code, _)| code.name()).collect(),
        )
    }

    #[track_caller]
    fn says(text: &str, words: &[&str], codes: &[&str]) {
        let (got, remarks) = said(text);
        assert_eq!(got, words, "{text}");
        assert_eq!(remarks, codes, "{text}");
    }

    #[test]
    fn names_and_values() {
        says("noindex", &["*/noindex=true noindex"], &[]);
        says(
            " ,NOINDEX,, NoFollow ,",
            &["*/noindex=true NOINDEX", "*/nofollow=true NoFollow"],
            &[],
        );
        says(
            "max-snippet: 20 , noindex",
            &["*/max-snippet=20 max-snippet: 20", "*/noindex=true noindex"],
            &[],
        );
        says(
            "max-snippet=20",
            &["*/max-snippet=20 max-snippet=20"],
            &["separator"],
        );
        says("max-snippet:", &[], &["missing-value"]);
        says("max-snippet", &[], &["missing-value"]);
        says(
            "max-snippet:-7, foo",
            &["*/?foo=None foo"],
            &["unreadable-value", "unknown-directive"],
        );
        says("max-image-preview:huge", &[], &["unreadable-value"]);
        says("a=b", &["*/?a=Some(\"b\") a=b"], &["unknown-directive"]);
        says("<html>", &[], &["unreadable-statement"]);
        says("", &[], &[]);
    }

    #[test]
    fn dates_cost_only_themselves() {
        let date = "unavailable_after: Wed, 03 Dec 2025 13:09:53 GMT";
        let read = format!("*/unavailable_after=2025-12-03T13:09:53Z {date}");
        says(
            &format!("{date}, noindex"),
            &[&read, "*/noindex=true noindex"],
            &[],
        );
        says(
            &format!("{date}, foo, b: nofollow"),
            &[&read, "*/?foo=None foo", "b/nofollow=true nofollow"],
            &["unknown-directive", "other-scope"],
        );
        says(
            &format!("{date}; noindex"),
            &[&read, "*/noindex=true noindex"],
            &["separator"],
        );
        says(
            &format!("{date} noindex"),
            &[&read, "*/noindex=true noindex"],
            &["separator"],
        );
        says(
            "unavailable_after: Wed, 10:00 some day, noindex",
            &["*/noindex=true noindex"],
            &["unreadable-value"],
        );
        says(
            "Wed, 25 Nov 2026 15:00:00 GMT, noindex",
            &["*/?wed=None Wed", "*/noindex=true noindex"],
            &["unknown-directive", "unreadable-statement"],
        );
    }

    #[test]
    fn prefixes_reach_to_the_next() {
        says(
            "a, BadBot: noindex, nofollow, googlebot/2.1: nofollow, *: noarchive",
            &[
                "*/?a=None a",
                "badbot/noindex=true noindex",
                "badbot/nofollow=true nofollow",
                "googlebot/nofollow=true nofollow",
                "*/noarchive=true noarchive",
            ],
            &["unknown-directive", "other-scope", "other-scope"],
        );
        says(
            "Mozilla/5.0 (x; y): noindex, nofollow, b: nofollow",
            &["b/nofollow=true nofollow"],
            &["invalid-scope", "other-scope"],
        );
        says(
            "noindex: nofollow",
            &["*/noindex=true noindex", "*/nofollow=true nofollow"],
            &["separator"],
        );
        says(
            "noindex: yes",
            &["*/noindex=true noindex: yes"],
            &["unexpected-value"],
        );
    }

    #[test]
    fn other_separators() {
        says(
            "noindex; nofollow noarchive",
            &[
                "*/noindex=true noindex",
                "*/nofollow=true nofollow",
                "*/noarchive=true noarchive",
            ],
            &["separator"],
        );
        says(
            "noindex;max-snippet:20",
            &["*/noindex=true noindex", "*/max-snippet=20 max-snippet:20"],
            &["separator"],
        );
        says(
            "noindex b: nofollow",
            &["*/noindex=true noindex", "b/nofollow=true nofollow"],
            &["separator", "other-scope"],
        );
        says("noindex foo", &[], &["unreadable-statement"]);
        says("*;noindex", &[], &["unreadable-statement"]);
    }
}
