//! Our tokenizer and that of `html5ever`, each before the same tree builder, make the same trees.

use std::cell::Cell;
use std::path::{Path, PathBuf};

use html5ever::tendril::StrTendril;
use html5ever::tokenizer::{BufferQueue, Token, TokenSink, TokenSinkResult, TokenizerOpts};
use html5ever::tree_builder::{TreeBuilder, TreeBuilderOpts};
use html5ever::{Attribute, LocalName, TokenizerResult};
use markup5ever_rcdom::{Handle, NodeData, RcDom};
use proptest::prelude::*;

use crate::page::html::feed::{Feed, attribute_of, lower};
use crate::page::html::tag;
use crate::page::html::tokenizer::{Tag, Tokenizer};
use crate::tests::rows;

/// Every attribute of a tag, so that the trees can be compared whole.
fn all(tokenizer: &Tokenizer<'_>, tag: &Tag, _: &LocalName) -> Vec<Attribute> {
    let mut found: Vec<Attribute> = Vec::new();
    let bytes = tokenizer.bytes();
    tag::attributes(bytes, tag.name.end, |attribute| {
        let name = LocalName::from(lower(&tokenizer.decoded(&attribute.name)));
        if found.iter().all(|known| known.name.local != name) {
            found.push(attribute_of(name, &attribute.value, tokenizer));
        }
    });
    found
}

fn by_ours(bytes: &[u8], encoding: &'static crate::decode::Encoding, scripts: bool) -> Vec<String> {
    let tokenizer = Tokenizer::new(bytes, encoding);
    let mut feed = Feed::new(tokenizer, RcDom::default(), scripts, all);
    while let Some(token) = feed.next() {
        let token = feed.token(&token);
        feed.process(token);
    }
    elements(&feed.sink().document)
}

/// Hands tokens on until all that follows is text.
struct Until(TreeBuilder<Handle, RcDom>, Cell<bool>);

impl TokenSink for Until {
    type Handle = Handle;

    fn process_token(&self, token: Token, line: u64) -> TokenSinkResult<Handle> {
        if self.1.get() {
            return TokenSinkResult::Continue;
        }
        // A doctype decides on quirks alone, which our reader leaves out: they say whether a table ends a paragraph.
        let token = match token {
            Token::DoctypeToken(_) => Token::ParseError("".into()),
            token => token,
        };
        let result = self.0.process_token(token, line);
        self.1.set(matches!(result, TokenSinkResult::Plaintext));
        result
    }

    fn adjusted_current_node_present_but_not_in_html_namespace(&self) -> bool {
        self.0
            .adjusted_current_node_present_but_not_in_html_namespace()
    }
}

fn by_html5ever(text: &str, scripting_enabled: bool) -> Vec<String> {
    let options = TreeBuilderOpts {
        scripting_enabled,
        iframe_srcdoc: true,
        ..TreeBuilderOpts::default()
    };
    let builder = TreeBuilder::new(RcDom::default(), options);
    let options = TokenizerOpts {
        discard_bom: false,
        ..TokenizerOpts::default()
    };
    let sink = Until(builder, Cell::new(false));
    let tokenizer = html5ever::tokenizer::Tokenizer::new(sink, options);
    let queue = BufferQueue::default();
    queue.push_back(StrTendril::from_slice(text));
    while !matches!(tokenizer.feed(&queue), TokenizerResult::Done) {}
    elements(&tokenizer.sink.0.sink.document)
}

/// The elements of a tree in order, each with its depth, its namespace and its attributes.
fn elements(document: &Handle) -> Vec<String> {
    let mut lines = Vec::new();
    let mut open = vec![(document.clone(), 0)];
    while let Some((node, depth)) = open.pop() {
        if let NodeData::Element {
            name,
            attrs,
            template_contents,
            ..
        } = &node.data
        {
            let attrs = attrs.borrow();
            let attrs = attrs
                .iter()
                .map(|a| format!(" {}:{}={:?}", a.name.ns, a.name.local, &*a.value));
            let attrs: String = attrs.collect();
            lines.push(format!("{depth} {}:{}{attrs}", name.ns, name.local));
            let contents = template_contents.borrow();
            open.extend(contents.iter().map(|node| (node.clone(), depth + 1)));
        }
        let children = node.children.borrow();
        open.extend(children.iter().rev().map(|node| (node.clone(), depth + 1)));
    }
    lines
}

/// Compares the trees of a text. A text that touches the end is not a token of ours: a comment follows it.
fn compare(text: &str) -> Result<(), TestCaseError> {
    let text = format!("{text}<!---->");
    for scripts in [true, false] {
        let ours = by_ours(text.as_bytes(), crate::decode::UTF_8, scripts);
        prop_assert_eq!(ours, by_html5ever(&text, scripts), "{:?}", text);
    }
    Ok(())
}

/// At least 4,096 documents, or more if `PROPTEST_CASES` sets a higher number.
fn config() -> ProptestConfig {
    let config = ProptestConfig::default();
    ProptestConfig {
        cases: config.cases.max(4096),
        failure_persistence: None,
        ..config
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn trees_of_soup(pieces in prop::collection::vec(piece(PIECES), 1..24)) {
        compare(&pieces.concat())?;
    }

    /// Bytes that are part of a character in one encoding are characters of their own in another: the tree is that of the decoded text.
    #[test]
    fn trees_of_bytes_of_other_encodings(
        pieces in prop::collection::vec(piece(PIECES), 1..12),
        noise in prop::collection::vec((any::<prop::sample::Index>(), octets()), 0..8),
        label in prop::sample::select(ENCODINGS),
    ) {
        let mut bytes = pieces.concat().into_bytes();
        for (at, more) in noise {
            let at = at.index(bytes.len() + 1);
            bytes.splice(at..at, more.iter().copied());
        }
        bytes.extend_from_slice(b"<!---->");
        let encoding = crate::decode::Encoding::for_label(label.as_bytes()).unwrap();
        let text = crate::decode::decode(encoding, &bytes).0;
        let ours = by_ours(&bytes, encoding, true);
        prop_assert_eq!(ours, by_html5ever(&text, true), "{} {}", label, bytes.escape_ascii());
    }
}

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(&path, found);
        } else {
            found.push(path);
        }
    }
}

/// Real pages where they are at hand, the documents of fixtures, and the inputs that a fuzzer found or collected.
#[test]
fn trees_of_pages() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut paths = Vec::new();
    for folder in [
        "../shared/corpus/html",
        "fixtures",
        "fuzz/findings",
        "fuzz/corpus/head",
    ] {
        files(&root.join(folder), &mut paths);
    }
    for path in paths {
        let bytes = std::fs::read(&path).unwrap();
        let text = String::from_utf8_lossy(&bytes);
        if let Err(error) = compare(&text) {
            panic!("{}: {error}", path.display());
        }
    }
}

const ENCODINGS: &[&str] = &[
    "utf-8",
    "windows-1252",
    "shift_jis",
    "gbk",
    "gb18030",
    "big5",
    "euc-jp",
    "euc-kr",
    "iso-8859-8",
    "x-user-defined",
];

/// Pieces of markup that build trees, and pieces that make a tree unusual.
const PIECES: &str = include_str!("tests/pieces.jsonl");

/// One of these texts, a line of JSON each.
pub(in crate::page) fn piece(lines: &str) -> impl Strategy<Value = String> + use<> {
    prop::sample::select(rows::<String>(lines))
}

/// Lead bytes, trail bytes that are ASCII, whole characters, and bytes that are neither; each a text whose characters
/// are octets.
fn octets() -> impl Strategy<Value = Vec<u8>> {
    piece(include_str!("tests/octets.jsonl")).prop_map(|text| crate::tests::octets(&text))
}

/// The pieces of which the tests of tag readers make tags: attributes and their parts, as they may come after the name of a tag.
pub(super) const TAG_PIECES: &[&str] = &[
    "a",
    "=",
    "'",
    "\"",
    " ",
    "\t",
    "/",
    ">",
    "b=",
    "='",
    "=\"",
    "= ",
    "\" c=\"",
    "' d='",
    "\0",
    "+",
    "&",
    " name=\"",
    " http-equiv='",
    "a value of some words, of more than sixty-four bytes, as a description has",
    "\" />",
    "é",
    "/>",
    "=\"\"",
    "\x0B",
];
