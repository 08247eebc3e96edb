//! The tokenizer with the tree builder behind it, and the end of reading.

use std::cell::{Cell, RefCell};

use html5ever::interface::TreeSink;
use html5ever::tokenizer::{
    CommentToken, DoctypeToken, ParseError, TagToken, Token, TokenSink, TokenSinkResult, Tokenizer,
    TokenizerOpts,
};
use html5ever::tree_builder::{TreeBuilder, TreeBuilderOpts};
use html5ever::{LocalName, local_name};

use super::cost::Cost;
use super::no_tree::NoTree;
use super::rules::MetaRules;
use super::sink::{MetaHandle, MetaSink};

type Sink = MetaSink<NoTree>;
type Handle = MetaHandle<<NoTree as TreeSink>::Handle>;

/// Stands between tokenizer and tree builder: notes what the tokens tell about the bytes, and hands on none when
/// reading is over.
pub(crate) struct Steer {
    builder: TreeBuilder<Handle, Sink>,
    past_head: bool,
    abandoned: Cell<bool>,
    consumed: Cell<usize>,
    /// What was consumed, and what it cost, when the account was begun.
    account: Cell<(usize, u64)>,
    allowance: Allowance,
    ended: Cell<bool>,
    texts: Cell<usize>,
    raw: RefCell<Option<LocalName>>,
}

/// A tokenizer for one document.
pub(crate) fn tokenizer(past_head: bool, scripting_enabled: bool) -> Tokenizer<Steer> {
    let options = TreeBuilderOpts {
        scripting_enabled,
        // No doctype is no reason for quirks: see `Steer::process_token`.
        iframe_srcdoc: true,
        ..TreeBuilderOpts::default()
    };
    let sink = MetaSink::new(NoTree::default(), MetaRules::new());
    let steer = Steer {
        builder: TreeBuilder::new(sink, options),
        past_head,
        abandoned: Cell::new(false),
        consumed: Cell::new(0),
        account: Cell::new((0, 0)),
        allowance: Allowance::new(),
        ended: Cell::new(false),
        texts: Cell::new(0),
        raw: RefCell::new(None),
    };
    let options = TokenizerOpts {
        // It would drop a U+FEFF at the start of every piece that is fed, not only of the document.
        discard_bom: false,
        ..TokenizerOpts::default()
    };
    Tokenizer::new(steer, options)
}

impl Steer {
    pub(crate) fn sink(&self) -> &Sink {
        &self.builder.sink
    }

    /// Whether nothing that follows can matter, or nothing that follows is read.
    pub(crate) fn is_over(&self) -> bool {
        self.is_abandoned() || (self.sink().is_head_over() && !self.past_head)
    }

    /// Whether the tree cost more than the bytes allow.
    pub(crate) fn is_abandoned(&self) -> bool {
        self.abandoned.get()
    }

    /// Says how many bytes the document had, up to the end of what is fed next.
    pub(crate) fn allow(&self, consumed: usize) {
        self.consumed.set(consumed);
    }

    /// Begins the account of bytes and costs anew, where another reading would begin.
    pub(crate) fn begin_account(&self) {
        self.account.set((self.consumed.get(), self.cost().work()));
    }

    /// Takes bytes in front out of the account.
    pub(crate) fn leave_out(&self, bytes: usize) {
        let (consumed, work) = self.account.get();
        self.account.set((consumed + bytes, work));
    }

    /// Whether a tag, a comment or a doctype has ended since the last call.
    pub(crate) fn take_ended(&self) -> bool {
        self.ended.take()
    }

    /// How often the tokenizer has emitted text.
    pub(crate) fn texts(&self) -> usize {
        self.texts.get()
    }

    /// The element whose raw text comes next.
    pub(crate) fn raw(&self) -> Option<LocalName> {
        self.raw.borrow().clone()
    }

    /// Whether `<![CDATA[` begins a section here.
    pub(crate) fn is_foreign(&self) -> bool {
        self.adjusted_current_node_present_but_not_in_html_namespace()
    }

    fn cost(&self) -> &Cost {
        self.sink().inner().cost()
    }

    /// The tree builder walks over its open elements for many tokens, so that deep nesting makes a time that grows
    /// with the square of the document. What it does is counted, and must stay in proportion to the bytes.
    fn charge(&self, token: &Token) {
        let cost = self.cost();
        if let TagToken(tag) = token {
            cost.begin(tag);
        }
        let (consumed, work) = self.account.get();
        let bytes = self.consumed.get().saturating_sub(consumed);
        let spent = (cost.work() - work).saturating_add(cost.at_most());
        self.abandoned.set(spent > self.allowance.of(bytes));
    }

    fn note(&self, token: &Token) {
        match token {
            TagToken(_) | CommentToken(_) | DoctypeToken(_) => self.ended.set(true),
            _ => self.texts.set(self.texts.get() + 1),
        }
    }
}

impl TokenSink for Steer {
    type Handle = Handle;

    fn process_token(&self, token: Token, line_number: u64) -> TokenSinkResult<Handle> {
        if matches!(token, ParseError(_)) {
            return TokenSinkResult::Continue;
        }
        self.note(&token);
        let tag = match &token {
            TagToken(tag) => Some(tag.name.clone()),
            _ => None,
        };
        if !self.is_over() {
            self.charge(&token);
        }
        // Quirks decide only whether a table ends a paragraph. A reading that goes on does not know of them.
        let result = if self.is_over() || matches!(token, DoctypeToken(_)) {
            TokenSinkResult::Continue
        } else {
            self.builder.process_token(token, line_number)
        };
        self.cost().end();
        let Some(name) = tag else { return result };
        self.raw.replace(match result {
            TokenSinkResult::RawData(_) => Some(name),
            TokenSinkResult::Plaintext => Some(local_name!("plaintext")),
            _ => None,
        });
        if self.is_over() {
            // Of all tokens only a tag can make the tokenizer pause.
            TokenSinkResult::Script(self.sink().get_document())
        } else {
            result
        }
    }

    fn end(&self) {
        self.builder.end();
    }

    fn adjusted_current_node_present_but_not_in_html_namespace(&self) -> bool {
        self.builder
            .adjusted_current_node_present_but_not_in_html_namespace()
    }
}

/// Looks at elements that are allowed for nothing, and for each byte. Real documents need less than one a byte.
#[derive(Clone, Copy, Debug)]
struct Allowance {
    base: u64,
    per_byte: u64,
}

impl Allowance {
    const READING: Allowance = Allowance {
        base: 300_000,
        per_byte: 64,
    };

    fn of(self, bytes: usize) -> u64 {
        self.base + self.per_byte * bytes as u64
    }

    #[cfg(not(counting_work))]
    fn new() -> Allowance {
        Allowance::READING
    }

    /// `fuzz/work` searches with less than readings have: what nobody charges shows in small documents.
    #[cfg(counting_work)]
    fn new() -> Allowance {
        let per_byte = std::env::var("LOOKS_A_BYTE").ok();
        let per_byte = per_byte.and_then(|looks| looks.parse().ok());
        per_byte.map_or(Allowance::READING, |per_byte| Allowance {
            base: 0,
            per_byte,
        })
    }
}
