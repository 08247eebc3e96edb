//! Marks that close a part of the text, and words of `rel`, that do not do what they were probably written for.
//!
//! Which text a mark closes, and who hears it, is for the library to say: a mark is reported if an engine that was probably meant may quote
//! the text, or if it closes other text than it was put around.

use std::cmp::Ordering;
use std::ops::Range;

use robots_policy::header::HeaderReader;
use robots_policy::ledger::Assumed;
use robots_policy::parts::{PartMark, PartMarkKind, Parts};
use robots_policy::{Policy, Span, Verdict};

use super::{Draft, PageReading, PageVariant, tags};
use crate::askers::Asker;
use crate::code::Code;
use crate::effect::{Answer, Change, Compared, Effect, Question};
use crate::excerpt::shown;
use crate::finding::{Edit, Finding};
use crate::level::Level;
use crate::rule::rules;

rules! {
    NosnippetElement: Warning, [Page], "Google, robots meta tag",
        title: "`data-nosnippet` where Google does not document it",
        consequence: "Google documents `span`, `div` and `section`, and may quote the text; Bing hears it on any element.",
        advice: "Put it on a `span`, `div` or `section` around the text; for the whole page, write `nosnippet` in a robots meta.";
    NosnippetFalse: Warning, [Page], "HTML §2.3.2",
        title: "`data-nosnippet` with a value that says no",
        consequence: "The attribute counts whatever its value is, so that the text may not be quoted.",
        advice: "Leave the attribute out where the text is open.";
    PartUnclosed: Error, [Page], "Yandex, indexing prohibition; HTML §13.1.2",
        title: "a mark around a part of the page that is never closed",
        consequence: "A `noindex` hides the whole page from Yandex then; another mark closes all text that follows.",
        advice: "Write its end tag, or the comment that ends it with the same word.";
    PartLarge: Info, [Page], "Google, Bing, Yandex",
        title: "more than a fifth of the text is closed",
        consequence: "Excerpts, and answers of AI, have only the rest to quote.",
        advice: "Leave it so if it is meant.";
    PartUndocumented: Info, [Page], "historic",
        title: "a mark that no engine documents for its search",
        consequence: "Engines may quote the text: the comments were for Google's appliance, the class is of Yahoo.",
        advice: "Put a `div` with `data-nosnippet` around the text.";
    NoindexNested: Warning, [Page], "Yandex, indexing prohibition",
        title: "a `noindex` inside another one",
        consequence: "Yandex documents that nesting does not count: the first end ends both, and text after it is not hidden.",
        advice: "Leave the inner one out.";
    NoindexComment: Warning, [Page], "Yandex, indexing prohibition",
        title: "a comment `noindex` with blanks or capitals",
        consequence: "Yandex documents it without them.",
        advice: "Write `<!--noindex-->` and `<!--/noindex-->`.";
    RelNear: Error, [Page], "HTML §4.6.8",
        title: "a misspelt `nofollow` of a link",
        consequence: "The link says nothing about following it.",
        advice: "Correct it.";
}

/// A draft for each mark and each `rel` that is a mistake.
pub(super) fn drafts(read: &PageReading<'_>) -> Vec<Found> {
    let octets = read.page.document.as_ref().map(|document| document.octets);
    let given = read.page.given(octets);
    let (Some(octets), Some(parts)) = (octets, given.page_parts()) else {
        return Vec::new();
    };
    let (rels, marks, lone) = (near_rels(octets), parts.marks(), lone_end(octets));
    if rels.is_empty() && marks.is_empty() && lone.is_none() {
        return Vec::new();
    }
    let engines = ENGINES.iter().filter_map(|name| Asker::of_engine(name));
    let askers: Vec<Asker> = engines.chain([Asker::any_other()]).collect();
    let clients: Vec<_> = askers.iter().map(Asker::client).collect();
    let policy = read.page.read_whole(&clients, Policy::new());
    let policy = policy.with_assumed(Assumed::rest());
    let judge = |asker: &Asker| asker.judge(&policy, read.page.target(), read.now);
    let verdicts = askers.iter().map(|asker| (&*asker.name, judge(asker)));
    let verdicts = verdicts.collect();
    let page = MarkedPage {
        read,
        octets,
        parts: &parts,
        verdicts,
    };
    let found = rels.into_iter().map(|rel| page.rel(rel));
    let lone = lone.and_then(|at| page.draft(Code::PartUndocumented, at, LONE, None));
    let found = found.chain([lone]);
    let found = found.chain((0..marks.len().min(MOST)).map(|at| page.mark(at)));
    let mut found: Vec<_> = found.flatten().collect();
    if found.is_empty() {
        found.extend(page.large());
    }
    found
}

/// A page with marks, and the verdicts of the engines that document marks and of a client, which hears them as all others do.
struct MarkedPage<'m> {
    read: &'m PageReading<'m>,
    octets: &'m [u8],
    parts: &'m Parts<'m>,
    verdicts: Vec<(&'m str, Verdict<'m>)>,
}

type Found = Draft<PageVariant>;

/// Changes of the page that make its second reading.
type Second = (Compared, Vec<Edit>);
type Then = Option<Second>;

impl MarkedPage<'_> {
    /// What is wrong with the mark of this number.
    fn mark(&self, at: usize) -> Option<Found> {
        use PartMarkKind::{GoogleOff, NoContent, NoIndexLoose, NoSnippet, NoSnippetElsewhere};
        let mark = self.parts.marks().get(at)?;
        let (kind, covers) = (mark.kind(), mark.covers());
        let tag = self.text(&bytes(mark.span()))?;
        let is_open = !mark.is_closed() && !self.parts.is_cut();
        let value = tags::attribute(tag, NAME).and_then(|(_, value)| tag.get(value));
        let is_false = value.is_some_and(|value| value.eq_ignore_ascii_case("false"));
        let is_empty = kind == NoSnippetElsewhere && covers.is_empty() && !is_false;
        let is_empty = is_empty && mark.element().is_some_and(|own| TEXTLESS.contains(&own));
        let ((code, message), second) = match kind {
            NoSnippet | NoSnippetElsewhere if is_false => (FALSE, without(mark, tag)),
            NoSnippetElsewhere if is_empty => (EMPTY, around(covers)),
            NoSnippetElsewhere => (ELSEWHERE, around(covers)),
            NoSnippet | GoogleOff if is_open => (UNCLOSED, without(mark, tag)),
            GoogleOff | NoContent if !tag.contains(JETPACK) => (UNDOCUMENTED, around(covers)),
            NoSnippet | GoogleOff | NoContent => return None,
            NoIndexLoose => (LOOSE, self.strict(mark)),
            _ if is_open => (HIDING, without(mark, tag)),
            _ => (NESTED, self.nested(at)?),
        };
        let name = kind.name().split(' ').next()?;
        let message = format!("`{name}` {message}");
        let second = (!is_empty).then_some(second);
        let mut draft = self.draft(code, bytes(mark.span()), &message, second)?;
        if kind == NoSnippet || kind == GoogleOff {
            draft.finding.level = draft.finding.level.min(Level::Warning);
        }
        Some(draft)
    }

    /// A draft, unless the second reading closes and opens nothing.
    fn draft(&self, code: Code, at: Range<usize>, said: &str, then: Then) -> Option<Found> {
        let place = self.read.place_in_document(at.clone(), self.text(&at)?);
        let mut finding = Finding::new(code, place, said.to_owned());
        if let Some((compared, edits)) = then {
            finding.effect = Some(self.effect(compared, &edits, code == Code::RelNear)?);
        }
        Some(Draft::new(finding))
    }

    /// For whom more of the texts, or of the links, is closed in the page as it was meant, or less in it without a mark.
    fn effect(&self, compared: Compared, edits: &[Edit], of_links: bool) -> Option<Effect> {
        let other = Edit::apply(edits, self.octets);
        let given = self.read.page.given(Some(&other));
        let other = given.page_parts()?;
        let closed = |verdict: &Verdict<'_>, parts: &Parts<'_>| {
            if of_links {
                let links = parts.links(verdict.target()).into_iter();
                return links
                    .filter(|link| verdict.following(link).allowed == Some(false))
                    .count();
            }
            let (all, open) = verdict.quotable(parts).chars();
            all - open
        };
        let (now, then, order) = match compared {
            Compared::Without => (Answer::No, Answer::Yes, Ordering::Greater),
            _ => (Answer::Yes, Answer::No, Ordering::Less),
        };
        let differs = |verdict| closed(verdict, self.parts).cmp(&closed(verdict, &other)) == order;
        let who = self.verdicts.iter().filter(|(_, verdict)| differs(verdict));
        let change = Change {
            question: if of_links {
                Question::Follow
            } else {
                Question::Snippet
            },
            targets: vec![format!("{} (in part)", self.read.page.target())],
            targets_count: 1,
            now,
            then,
            who: who.map(|(name, _)| (*name).to_owned()).collect(),
        };
        let is_heard = !change.who.is_empty();
        let changes = vec![change];
        is_heard.then_some(Effect { compared, changes })
    }

    fn text(&self, bytes: &Range<usize>) -> Option<&str> {
        str::from_utf8(self.octets.get(bytes.clone())?).ok()
    }

    /// A comment, and its end, as Yandex documents them.
    fn strict(&self, mark: &PartMark) -> Second {
        let own = bytes(mark.span());
        let end = tag_of(self.octets, own.end, b"/noindex", true);
        let mut edits = vec![edit(own, "<!--noindex-->")];
        edits.extend(end.map(|end| edit(end, "<!--/noindex-->")));
        (Compared::AsMeant, edits)
    }

    /// A `noindex` inside another one is none, nor is the end that both have.
    fn nested(&self, at: usize) -> Option<Second> {
        let mark = self.parts.marks().get(at)?;
        let mut before = self.parts.marks().get(..at)?.iter().rev();
        let outer = before.find(|other| other.kind() == mark.kind())?;
        let is_comment = mark.element().is_none();
        let first = tag_of(self.octets, outer.span().end, b"/noindex", is_comment)?;
        let is_nested = mark.span().start < first.start;
        let edits = [bytes(mark.span()), first].map(Edit::without);
        is_nested.then(|| (Compared::AsMeant, edits.into()))
    }

    /// A draft if more than a fifth of the text is closed to an engine that documents marks, at the first mark that it hears.
    fn large(&self) -> Option<Found> {
        let engines = self.verdicts.iter().take(ENGINES.len());
        let closed = engines.filter_map(|(name, verdict)| {
            let quotable = verdict.quotable(self.parts);
            let (all, open) = quotable.chars();
            let (_, mark) = *quotable.closed().first()?;
            let is_large = quotable.refusal().is_none() && (all - open) * 5 > all;
            is_large.then_some((*name, mark))
        });
        let (names, marks): (Vec<&str>, Vec<&PartMark>) = closed.unzip();
        let names = names.join(", ");
        let message = format!("more than a fifth of the text is closed to {names}");
        let first = bytes(marks.first()?.span());
        self.draft(Code::PartLarge, first, &message, None)
    }

    /// A word that is nearly `nofollow`.
    fn rel(&self, bytes: Range<usize>) -> Option<Found> {
        let word = shown(self.text(&bytes)?);
        let message = format!("`{word}` is no word of `rel`; `nofollow` is probably meant");
        let second = (Compared::AsMeant, vec![edit(bytes.clone(), "nofollow")]);
        self.draft(Code::RelNear, bytes, &message, Some(second))
    }
}

/// No mark.
fn without(mark: &PartMark, tag: &str) -> Second {
    let own = bytes(mark.span());
    let edit = match tags::find(tag.as_bytes(), NAME.as_bytes()) {
        Some(at) => edit(own.start + at..own.start + at + NAME.len(), "data-x"),
        None => Edit::without(own),
    };
    (Compared::Without, vec![edit])
}

/// Elements for which Google documents the attribute, around each text.
fn around(texts: &[Span]) -> Second {
    let edits = texts.iter().flat_map(|text| {
        let begin = edit(text.start..text.start, "<span data-nosnippet>");
        [begin, edit(text.end..text.end, "</span>")]
    });
    (Compared::AsMeant, edits.collect())
}

fn edit(bytes: Range<usize>, text: &str) -> Edit {
    let text = text.to_owned();
    Edit {
        text,
        ..Edit::without(bytes)
    }
}

fn bytes(span: Span) -> Range<usize> {
    span.start..span.end
}

/// The bytes of the next tag, or of the next comment, that begins with this word.
fn tag_of(octets: &[u8], from: usize, word: &[u8], is_comment: bool) -> Option<Range<usize>> {
    let begin: &[u8] = if is_comment { b"<!--" } else { b"<" };
    let mut at = from;
    loop {
        at += tags::find(octets.get(at..)?, word)?;
        let before = octets.get(..at)?.trim_ascii_end();
        let end = at + memchr::memchr(b'>', octets.get(at..)?)? + 1;
        if let Some(before) = before.strip_suffix(begin) {
            return Some(before.len()..end);
        }
        at = end;
    }
}

/// The bytes of a `googleon` in a document without a `googleoff`.
fn lone_end(octets: &[u8]) -> Option<Range<usize>> {
    let end = tag_of(octets, 0, b"googleon:", true)?;
    tags::find(octets, b"googleoff").is_none().then_some(end)
}

/// The bytes of words of `rel` that are nearly `nofollow`.
fn near_rels(octets: &[u8]) -> Vec<Range<usize>> {
    let links = tags::pieces(octets, octets.len()).filter(|piece| piece.is_one_of(&["a", "area"]));
    let found = links.filter_map(|link| {
        let tag = str::from_utf8(octets.get(link.bytes.clone())?).ok()?;
        let (_, value) = tags::attribute(tag, "rel")?;
        let rel = tag.get(value.clone())?;
        let words = rel.split(|c: char| c.is_ascii_whitespace() || c == ',');
        let mut words = words.chain(rel.eq_ignore_ascii_case("no follow").then_some(rel));
        let word = words.find(|word| is_near(word))?;
        let start = link.bytes.start + value.start + rel.find(word)?;
        Some(start..start + word.len())
    });
    found.take(MOST).collect()
}

/// Whether a word is nearly `nofollow` for the reader of directives. `dofollow` says the opposite.
fn is_near(word: &str) -> bool {
    let lower = word.to_ascii_lowercase();
    if !lower.contains('f') || lower.starts_with("do") || lower == "nofollow" {
        return false;
    }
    if lower.trim_matches(|c: char| !c.is_alphanumeric()) == "nofollow" {
        return true;
    }
    let read = HeaderReader::new().read_lines([("X-Robots-Tag", lower)]);
    let mut found = read.diagnostics.iter();
    found.any(|found| found.meant() == Some("nofollow"))
}

type Said = (Code, &'static str);
const FALSE: Said = (
    Code::NosnippetFalse,
    "counts whatever its value is, `false` too",
);
const ELSEWHERE: Said = (
    Code::NosnippetElement,
    "is not documented by Google for this element; Bing hears it",
);
const EMPTY: Said = (
    Code::NosnippetElement,
    "closes nothing: the element has no text of the page",
);
const UNCLOSED: Said = (
    Code::PartUnclosed,
    "is never closed, and closes all text that follows",
);
const HIDING: Said = (
    Code::PartUnclosed,
    "is never closed, which hides the whole page from Yandex",
);
const UNDOCUMENTED: Said = (
    Code::PartUndocumented,
    "is documented by no engine for its search",
);
const LOOSE: Said = (
    Code::NoindexComment,
    "is not spelled as Yandex documents it",
);
const LONE: &str = "`googleon` ends nothing: the page has no `googleoff`";
const NESTED: Said = (
    Code::NoindexNested,
    "is inside another one: for Yandex the first end ends both",
);

/// The engines whose owners document marks.
const ENGINES: [&str; 3] = ["googlebot", "bingbot", "yandexbot"];

const NAME: &str = "data-nosnippet";

/// Elements without text of the page.
const TEXTLESS: [&str; 7] = ["head", "title", "meta", "link", "noscript", "img", "br"];

/// The class of the box that Jetpack marks, of which its owner wrote nothing.
const JETPACK: &str = "sd-sharing";

/// The marks of a page that are looked at, and the links: each is a reading of the page.
const MOST: usize = 32;
