//! The text that a page has without its scripts.

use std::cell::Cell;

use html5ever::LocalName;
use html5ever::buffer_queue::BufferQueue;
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::states::RawKind;
use html5ever::tokenizer::{
    Tag, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts,
};

/// The number of characters of text without scripts, if the page has scripts and hardly any text: what it is, they write.
pub(super) fn written_by_scripts(document: &[u8]) -> Option<usize> {
    let input = BufferQueue::default();
    input.push_back(StrTendril::from(&*String::from_utf8_lossy(document)));
    let page = Tokenizer::new(TextOf::default(), TokenizerOpts::default());
    let _ = page.feed(&input);
    page.end();
    let TextOf { scripts, text, .. } = page.sink;
    (scripts.get() > 0 && text.get() < LITTLE).then(|| text.get())
}

/// The counts of a page so far.
#[derive(Default)]
struct TextOf {
    scripts: Cell<usize>,
    /// Characters that are not blanks.
    text: Cell<usize>,
    /// The element whose text is not shown, while it is open.
    hidden: Cell<Option<&'static str>>,
}

impl TextOf {
    fn tag(&self, tag: &Tag) -> TokenSinkResult<()> {
        let name: &LocalName = &tag.name;
        let hidden = HIDDEN.iter().find(|own| ***own == **name);
        match (tag.kind, self.hidden.get()) {
            (TagKind::StartTag, None) => self.hidden.set(hidden.copied()),
            (TagKind::EndTag, Some(open)) if *open == **name => self.hidden.set(None),
            _ => {}
        }
        if tag.kind == TagKind::EndTag {
            return TokenSinkResult::Continue;
        }
        match &**name {
            "script" => {
                self.scripts.set(self.scripts.get() + 1);
                TokenSinkResult::RawData(RawKind::ScriptData)
            }
            "style" => TokenSinkResult::RawData(RawKind::Rawtext),
            "title" | "textarea" => TokenSinkResult::RawData(RawKind::Rcdata),
            _ => TokenSinkResult::Continue,
        }
    }
}

impl TokenSink for TextOf {
    type Handle = ();

    fn process_token(&self, token: Token, _: u64) -> TokenSinkResult<()> {
        match token {
            Token::TagToken(tag) => self.tag(&tag),
            Token::CharacterTokens(text) if self.hidden.get().is_none() => {
                let shown = text.chars().filter(|c| !c.is_whitespace()).count();
                self.text.set(self.text.get() + shown);
                TokenSinkResult::Continue
            }
            _ => TokenSinkResult::Continue,
        }
    }
}

/// The elements whose text no reader of the page sees while scripts run.
const HIDDEN: &[&str] = &["script", "style", "title", "noscript", "template"];
/// Fewer characters than a sentence has.
const LITTLE: usize = 60;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_application_has_no_text_of_its_own() {
        let app = "<title>Shop of everything that one can think of and more</title><noscript>You need to enable JavaScript to run this app, really.</noscript><div id=root></div><script src=/a.js></script><script>var text = '<p>a text that is long enough, surely, to be one of a page'</script>";
        assert_eq!(written_by_scripts(app.as_bytes()), Some(0));
        let text = "<p>A page whose own text is long enough that its scripts may write or leave out whatever they like.</p>";
        assert_eq!(written_by_scripts(format!("{app}{text}").as_bytes()), None);
        assert_eq!(written_by_scripts(b"<p>short"), None, "no script");
    }
}
