//! A tag as html5ever's tokenizer reads it, which tests compare with.

use std::cell::RefCell;

use html5ever::tendril::StrTendril;
use html5ever::tokenizer::{
    BufferQueue, TagToken, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts,
};

/// The attributes of the first tag, as html5ever's tokenizer reads it, and the number of bytes that
/// it had.
pub(crate) fn first_tag(text: &str) -> (Vec<(String, String)>, usize) {
    let options = TokenizerOpts {
        discard_bom: false,
        ..TokenizerOpts::default()
    };
    let tokenizer = Tokenizer::new(FirstTag::default(), options);
    let queue = BufferQueue::default();
    queue.push_back(StrTendril::from_slice(text));
    let _ = tokenizer.feed(&queue);
    let mut rest = 0;
    while let Some(piece) = queue.pop_front() {
        rest += piece.len();
    }
    (tokenizer.sink.attributes.take(), text.len() - rest)
}

/// Keeps the attributes of a tag and stops the tokenizer there, which [`TokenSinkResult::Script`]
/// does.
#[derive(Default)]
struct FirstTag {
    attributes: RefCell<Vec<(String, String)>>,
}

impl TokenSink for FirstTag {
    type Handle = ();

    fn process_token(&self, token: Token, _line: u64) -> TokenSinkResult<()> {
        let TagToken(tag) = token else {
            return TokenSinkResult::Continue;
        };
        let attributes = tag.attrs.iter();
        let pairs = attributes.map(|a| (a.name.local.to_string(), a.value.to_string()));
        self.attributes.replace(pairs.collect());
        TokenSinkResult::Script(())
    }
}
