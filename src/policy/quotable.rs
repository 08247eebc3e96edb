//! Which text of a page may be quoted: the marks that bind the one who asks, and the excerpt that the policy allows.
//!
//! **The law.** A text may be quoted only if the reader of parts has placed it in an open place. So all that is not listed is
//! closed, and where anything that could close it was not read, nothing is listed.

use std::borrow::Cow;
use std::fmt;
use std::sync::OnceLock;

use unicode_segmentation::UnicodeSegmentation;

use super::{Snippet, Verdict};
use crate::page::parts::{PageText, PartMark, PartMarkKind, Parts};
use crate::provenance::Span;
use crate::why::Why;

impl Verdict<'_> {
    /// Which text of the page the client may quote: by the policy, by the marks in the page that bind it, and by `max-snippet`.
    ///
    /// A client hears every mark. An engine hears those that its owner documents, and every mark where none does.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_policy::parts::{Parts, Permit};
    /// use robots_policy::{Client, HeaderReader, MetaExtractor, Policy, Timestamp};
    ///
    /// let body = b"<title>A page</title><p>Some words, <span data-nosnippet>and those of a guest,</span> are here.";
    /// let mut metas = MetaExtractor::new();
    /// let _ = metas.feed(body);
    /// let lines = [("X-Robots-Tag", "max-snippet: 12")];
    /// let policy = Policy::new().with_fields(HeaderReader::new().read_lines(lines)).with_document(metas.finish());
    /// let verdict = policy.verdict(&Client::anonymous(), "/", Timestamp::from_unix(0));
    /// let parts = Parts::of(body, &http::HeaderMap::new());
    ///
    /// let quotable = verdict.quotable(&parts);
    /// assert_eq!(quotable.permits("Some words"), Permit::Yes);
    /// assert_eq!(quotable.permits("of a guest").to_string(), "no, bytes 36-57 are closed: data-nosnippet on span");
    /// assert_eq!(quotable.permits("Some words, are").to_string(), "no, it has more than 12 characters");
    /// assert_eq!(quotable.excerpt(80, 160).unwrap().text(), "are here.");
    /// assert!(!quotable.blanked().windows(5).any(|word| word == b"guest"));
    /// ```
    pub fn quotable<'b>(&self, parts: &'b Parts<'b>) -> Quotable<'b> {
        let snippet = self.snippet();
        let kinds = self.heard_marks();
        // What follows can add marks to the elements that stand around all, and end nothing that is open.
        let reaches_back = |kind: &PartMarkKind| *kind != PartMarkKind::NoSnippet;
        let closed = match snippet.allowed {
            Some(false) => Some(Refusal::Snippet),
            None => Some(Refusal::Unknown),
            Some(true) if parts.is_cut() && kinds.iter().any(reaches_back) => {
                Some(Refusal::Unread(Why::Incomplete))
            }
            Some(true) => None,
        };
        Quotable {
            parts,
            snippet,
            kinds,
            closed,
            runs: OnceLock::new(),
        }
    }

    /// The marks that bind the one who asks.
    #[cfg_attr(not(feature = "engines"), expect(clippy::unused_self))]
    fn heard_marks(&self) -> &'static [PartMarkKind] {
        #[cfg(feature = "engines")]
        if let Some(profile) = self.profile() {
            return profile.row().quotes.value;
        }
        PartMarkKind::ALL
    }
}

/// The text of a page that may be quoted. What is not known may not.
///
/// [`Verdict::quotable`] makes it.
#[derive(Clone, Debug)]
pub struct Quotable<'b> {
    parts: &'b Parts<'b>,
    snippet: Snippet,
    kinds: &'static [PartMarkKind],
    /// Why nothing may be quoted.
    closed: Option<Refusal<'b>>,
    runs: OnceLock<Vec<Run>>,
}

/// The answer to whether an excerpt may be shown. There are no others than these three.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Permit<'b> {
    /// It is in the page, in open places, and short enough.
    Yes,
    /// It may not, or that is not known.
    No(Refusal<'b>),
    /// No such text is in the page.
    NotFound,
}

/// Why a text may not be quoted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Refusal<'b> {
    /// A mark closes it.
    Mark(&'b PartMark),
    /// The page may not be quoted: see [`Verdict::because_of`], with [`Directive::NoSnippet`](crate::Directive::NoSnippet).
    Snippet,
    /// It has more characters than an excerpt may have.
    TooLong(u32),
    /// Whether the page may be quoted is not known: see [`Verdict::unread`].
    Unknown,
    /// The document was not read, so that where its texts are, and what closes them, is not known.
    Unread(Why),
}

impl fmt::Display for Refusal<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Mark(mark) => {
                let Span { start, end } = mark.span();
                write!(f, "bytes {start}-{end} are closed: ")?;
                match (mark.kind(), mark.element()) {
                    (PartMarkKind::NoSnippet | PartMarkKind::NoSnippetElsewhere, Some(element)) => {
                        write!(f, "data-nosnippet on {element}")
                    }
                    (kind, Some(element)) => write!(f, "{kind} on {element}"),
                    (kind, None) => write!(f, "{kind}"),
                }
            }
            Refusal::Snippet => f.write_str("the page may not be quoted"),
            Refusal::TooLong(most) => write!(f, "it has more than {most} characters"),
            Refusal::Unknown => f.write_str("whether the page may be quoted is not known"),
            Refusal::Unread(why) => write!(f, "the document is not known ({why})"),
        }
    }
}

impl fmt::Display for Permit<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Permit::Yes => f.write_str("yes"),
            Permit::No(refusal) => write!(f, "no, {refusal}"),
            Permit::NotFound => f.write_str("it is not in the page"),
        }
    }
}

/// An excerpt of a page, and the bytes that it is from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Excerpt {
    text: String,
    span: Span,
}

impl Excerpt {
    /// The text, with `…` where it was cut.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// From the first to after the last byte of the texts that it is from.
    pub fn span(&self) -> Span {
        self.span
    }
}

/// A run of text between two closed parts, with white space as one space.
#[derive(Clone, Debug, Default)]
struct Run {
    text: String,
    /// Where in it each text begins, and the bytes of that.
    places: Vec<(usize, Span)>,
}

impl Run {
    fn push(&mut self, text: PageText<'_>) {
        let decoded = text.decoded();
        let is_apart = text.breaks() || decoded.starts_with(char::is_whitespace);
        if is_apart && !self.text.is_empty() && !self.text.ends_with(' ') {
            self.text.push(' ');
        }
        self.places.push((self.text.len(), text.span()));
        for (number, word) in decoded.split_whitespace().enumerate() {
            if number > 0 {
                self.text.push(' ');
            }
            self.text.push_str(word);
        }
        if decoded.ends_with(char::is_whitespace) {
            self.text.push(' ');
        }
    }
}

impl<'b> Quotable<'b> {
    /// Why nothing of the page may be quoted; `None` if some of it may, or it has no text.
    pub fn refusal(&self) -> Option<Refusal<'b>> {
        self.closed
            .or_else(|| self.parts.unread().map(Refusal::Unread))
    }

    /// The texts of the page with the mark that closes each; none where nothing is known.
    fn texts(&self) -> impl Iterator<Item = (PageText<'b>, Option<&'b PartMark>)> {
        let texts = self.parts.texts();
        texts.map(|text| (text, text.closed_by(self.kinds)))
    }

    /// The bytes of the texts that may be quoted, in their order; none if the page may not be quoted, or that is not known.
    pub fn ranges(&self) -> Vec<Span> {
        if self.refusal().is_some() {
            return Vec::new();
        }
        let open = self
            .texts()
            .filter(|(text, mark)| text.is_page() && mark.is_none());
        open.map(|(text, _)| text.span()).collect()
    }

    /// Whether the one who asks hears a mark.
    pub fn hears(&self, mark: &PartMark) -> bool {
        self.kinds.contains(&mark.kind())
    }

    /// The characters of the texts of the page, white space as it is written, and how many of them may be quoted.
    pub fn chars(&self) -> (usize, usize) {
        let is_closed = self.refusal().is_some();
        let texts = self.texts().filter(|(text, _)| text.is_page());
        texts.fold((0, 0), |(all, open), (text, mark)| {
            let chars = text.decoded().chars().count();
            let is_open = mark.is_none() && !is_closed;
            (all + chars, open + if is_open { chars } else { 0 })
        })
    }

    /// The bytes of the texts that a mark closes, with the mark.
    pub fn closed(&self) -> Vec<(Span, &'b PartMark)> {
        let texts = self.texts().filter(|(text, _)| text.is_page());
        texts
            .filter_map(|(text, mark)| Some((text.span(), mark?)))
            .collect()
    }

    /// The text between each two closed parts, decoded, with white space as one space.
    pub fn runs(&self) -> impl Iterator<Item = &str> {
        self.all_runs().iter().map(|run| run.text.trim_end())
    }

    fn all_runs(&self) -> &[Run] {
        self.runs.get_or_init(|| {
            if self.refusal().is_some() {
                return Vec::new();
            }
            let mut runs = vec![Run::default()];
            for (text, mark) in self.texts().filter(|(text, _)| text.is_page()) {
                match (mark, runs.last_mut()) {
                    (None, Some(run)) => run.push(text),
                    (Some(_), Some(run)) if !run.text.is_empty() => runs.push(Run::default()),
                    _ => {}
                }
            }
            runs.retain(|run| !run.text.is_empty());
            runs
        })
    }

    /// The document with every text that may not be quoted made spaces, in as many bytes: for extractors, which know no places.
    ///
    /// What lies beyond the limit is spaces. Texts in templates and scripts go as well where a mark closes them. Read the policy from the original: blanks where a text
    /// was change where the head ends, and after them a `frameset` may still take the place of the body.
    pub fn blanked(&self) -> Cow<'b, [u8]> {
        let body = self.parts.body();
        if self.closed.is_some() || self.parts.unknown().is_some() {
            return Cow::Owned(vec![b' '; body.len()]);
        }
        let beyond = self.parts.beyond();
        if !self.parts.may_have_marks() && beyond.is_empty() {
            return Cow::Borrowed(body);
        }
        let mut blanked = body.to_vec();
        let mut blank = |span: Span| {
            let bytes = blanked.get_mut(span.start..span.end).unwrap_or_default();
            self.parts.blank(bytes);
        };
        blank(beyond);
        let mut has_closed = false;
        for (text, _) in self.texts().filter(|(_, mark)| mark.is_some()) {
            has_closed = true;
            blank(text.span());
        }
        // What the end of the document is in is not known.
        if has_closed {
            blank(self.parts.tail());
        }
        Cow::Owned(blanked)
    }

    /// The longest excerpt around a byte of the document, of at most `wanted` characters and no more than `max-snippet`: of one run
    /// and of whole words, if one fits.
    ///
    /// Characters are code points, no cluster of which is cut in two, and `…` where something was cut counts. `None` if nothing may
    /// be quoted.
    pub fn excerpt(&self, around: usize, wanted: usize) -> Option<Excerpt> {
        let limit = self.snippet.limit(wanted);
        let distance = |span: &Span| {
            let before = span.start.saturating_sub(around);
            before.max(around.saturating_sub(span.end))
        };
        let places = self.all_runs().iter().flat_map(|run| {
            let places = run.places.iter();
            places.map(move |(at, span)| (run, *at, *span))
        });
        let (run, at, span) = places.min_by_key(|(_, _, span)| distance(span))?;
        // The part of the text that is before the byte is about as long in characters.
        let inside = around.saturating_sub(span.start).min(span.len());
        let next = run.places.iter().map(|(at, _)| *at).find(|next| *next > at);
        let len = next.unwrap_or(run.text.len()) - at;
        let at = at + inside * len / span.len().max(1);
        let text = around_place(&run.text, at, limit)?;
        let (first, last) = (run.places.first()?, run.places.last()?);
        let span = Span::new(first.1.start, last.1.end);
        Some(Excerpt { text, span })
    }

    /// Whether an excerpt that was made elsewhere may be shown: each of its pieces between `…` is in one run, and it is short enough.
    ///
    /// White space counts as nothing where the page is searched.
    pub fn permits(&self, excerpt: &str) -> Permit<'b> {
        if let Some(refusal) = self.refusal() {
            return Permit::No(refusal);
        }
        let words: Vec<&str> = excerpt.split_whitespace().collect();
        let len = words.join(" ").chars().count();
        if let Some(most) = self.snippet.max_chars
            && self.snippet.limit(len) < len
        {
            return Permit::No(Refusal::TooLong(most));
        }
        let runs: Vec<String> = self
            .all_runs()
            .iter()
            .map(|run| squeezed(&run.text))
            .collect();
        for piece in excerpt.split('…').flat_map(|piece| piece.split("...")) {
            let piece = squeezed(piece);
            if !runs.iter().any(|run| run.contains(&piece)) {
                return self.closing(&piece).map_or(Permit::NotFound, Permit::No);
            }
        }
        Permit::Yes
    }

    /// The mark in which a piece is, if it is in the page.
    fn closing(&self, piece: &str) -> Option<Refusal<'b>> {
        let mut all = String::new();
        let mut marks = Vec::new();
        for (text, mark) in self.texts().filter(|(text, _)| text.is_page()) {
            marks.push((all.len(), mark));
            all.push_str(&squeezed(&text.decoded()));
        }
        let start = all.find(piece)?;
        let end = start + piece.len();
        let mut ends = marks.iter().skip(1).map(|(at, _)| *at).chain([all.len()]);
        let within = marks.iter().filter(|(at, _)| {
            let own_end = ends.next().unwrap_or_default();
            *at < end && own_end > start
        });
        let mut closing = within.filter_map(|(_, mark)| *mark);
        closing.next().map(Refusal::Mark)
    }
}

/// A text without white space.
fn squeezed(text: &str) -> String {
    text.split_whitespace().collect()
}

/// The longest excerpt of whole words around a place of a text, of at most this many code points, with the `…` where it is cut.
fn around_place(text: &str, at: usize, limit: usize) -> Option<String> {
    let text = text.trim_end();
    if text.is_empty() || limit == 0 {
        return None;
    }
    if text.chars().nth(limit).is_none() {
        return Some(text.to_owned());
    }
    // No more bytes are needed on either side: a character has four at most.
    let boundary = |at: usize| {
        (0..=at.min(text.len()))
            .rev()
            .find(|at| text.is_char_boundary(*at))
    };
    let (from, to) = (
        boundary(at.saturating_sub(4 * limit))?,
        boundary(at.saturating_add(4 * limit))?,
    );
    // A space begins a cluster.
    let from = text.get(..from)?.rfind(' ').unwrap_or(0);
    let to = text.get(to..)?.find(' ').map_or(text.len(), |at| to + at);
    let words = words(text.get(from..to)?);
    let here = words
        .partition_point(|(start, _)| from + start <= at)
        .max(1)
        - 1;
    let cuts = |low: usize, high: usize| {
        let (before, after) = (from > 0 || low > 0, to < text.len() || high < words.len());
        (if before { "…" } else { "" }, if after { "…" } else { "" })
    };
    let len = |low: usize, high: usize| {
        let within = words.get(low..high).into_iter().flatten();
        let (before, after) = cuts(low, high);
        let chars = |text: &str| text.chars().count();
        within.map(|(_, word)| chars(word)).sum::<usize>() + chars(before) + chars(after)
    };
    let (mut low, mut high) = (here, here + 1);
    if len(low, high) > limit {
        return clusters(words.get(here)?.1, limit);
    }
    loop {
        let is_longer_fit = |low, high| high <= words.len() && len(low, high) <= limit;
        if is_longer_fit(low, high + 1) {
            high += 1;
        } else if low > 0 && is_longer_fit(low - 1, high) {
            low -= 1;
        } else {
            break;
        }
    }
    let within: String = words
        .get(low..high)?
        .iter()
        .map(|(_, word)| *word)
        .collect();
    let (before, after) = cuts(low, high);
    Some(format!("{before}{}{after}", within.trim()))
}

/// The words of a text and what is between them, with their places. Some words of Thai and others end inside a cluster.
fn words(text: &str) -> Vec<(usize, &str)> {
    let clusters: Vec<usize> = text.grapheme_indices(true).map(|(at, _)| at).collect();
    let starts = text.split_word_bound_indices().map(|(at, _)| at);
    let starts: Vec<usize> = starts
        .filter(|at| clusters.binary_search(at).is_ok())
        .collect();
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    let words = starts.iter().zip(ends);
    words
        .filter_map(|(start, end)| Some((*start, text.get(*start..end)?)))
        .collect()
}

/// The start of a word that does not fit.
fn clusters(word: &str, limit: usize) -> Option<String> {
    let mut excerpt = String::new();
    let mut left = limit.checked_sub(1)?;
    for cluster in word.graphemes(true) {
        let Some(rest) = left.checked_sub(cluster.chars().count()) else {
            break;
        };
        left = rest;
        excerpt.push_str(cluster);
    }
    excerpt.push('…');
    Some(excerpt)
}
