//! The interface of the readers of documents.

use std::fmt;

use crate::diagnostic::Parsed;
use crate::signal::Signal;

/// Whether bytes of a document that an engine holds whole end inside a tag: a `<` has no `>` after it.
pub(super) fn end_inside_tag(bytes: &[u8]) -> bool {
    let last = memchr::memrchr2(b'<', b'>', bytes);
    last.and_then(|at| bytes.get(at)) == Some(&b'<')
}

/// A reader of a document whose form and encoding are known.
///
/// Implementations must give the same output for any division of the bytes into chunks;
/// `tests/all/meta_chunks.rs` holds them to it. They are `Send + Sync`, so that an extractor can
/// move between the threads of an async runtime: html5ever's tree builder is not, so no engine
/// keeps one between two calls.
pub(super) trait Engine: Send + Sync {
    /// Whether the rest of the document can be ignored.
    fn is_over(&self) -> bool;
    /// Takes the next bytes. It is not called after the engine is over.
    fn feed(&mut self, chunk: &[u8]);
    /// Reads the bytes that are left at the end of the document.
    fn end(&mut self);
    /// Whether the bytes so far end inside a tag, a comment or an element of raw text, where no whole document ends.
    fn is_inside_markup(&self) -> bool;
    /// Reads the bytes that are left if the document has more, but no more of it arrives. Where the end of the
    /// bytes is not a fault of the document, an engine must not report one.
    fn cut(&mut self) {
        self.end();
    }
    /// The signals and diagnostics. It is called once, at the end.
    fn take_output(&mut self) -> Parsed<Vec<Signal>>;
}

/// A reader is written without its state: the code that writes it would be part of every module of `WebAssembly`.
impl fmt::Debug for dyn Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Engine")
    }
}
