//! The grammar of HTML, without any knowledge of robots: bytes are cut into tags, and the tags go to `html5ever`'s tree
//! builder.
//!
//! Two readers in `crate::page::meta` use this module, and each needs the grammar in another form.
//!
//! - `meta::head` reads a document while it arrives. It uses machines that stop after any byte and resume with the next
//!   chunk: `tag::TagMachine`, `name::Name`, `raw_text::RawText`, `markup::Markup` (comments and doctypes) and
//!   `reference::Reference` (white space that is spelled as a reference). Each of them is a small `Copy` value without
//!   a buffer. A tag that a chunk holds whole takes a faster way: `name::Name::whole`, then `tag::attributes`, or `tag_end` where only its end matters.
//! - `meta::tree` reads bytes that are in memory as a whole. `tokenizer` cuts them into tokens, `feed` translates the
//!   tokens for the tree builder, with short texts (`text`) in place of the texts. `null_sink` takes the place of the
//!   tree, and `cost` counts the work.
//!
//! Wherever a construct has two readers, one for complete input and one for any chunk, a property test next to them
//! compares both.
//!
//! No byte is decoded to find a tag. Every encoding that reaches this module keeps `<`, `>`, quotes, `=`, white space
//! and NUL as bytes of their own; `meta::transcode` turns the other encodings into UTF-8 first. Only the value of an
//! attribute that matters is decoded, by `value`, and `offsets` leads from the decoded text back to its bytes. `seek`
//! chooses how many bytes are examined at a time: eight (`swar`), or 64 on x86-64 (`wide`).

#[cfg(all(target_arch = "x86_64", not(portable)))]
pub(crate) mod block;
pub(crate) mod cost;
#[cfg(feature = "parts")]
mod doctype;
mod entities;
pub(crate) mod feed;
pub(crate) mod markup;
pub(crate) mod name;
pub(crate) mod null_sink;
#[cfg(test)]
pub(crate) mod oracle;
pub(crate) mod raw_text;
pub(crate) mod reference;
pub(crate) mod seek;
pub(crate) mod swar;
pub(crate) mod tag;
pub(crate) mod tag_end;
mod text;
pub(crate) mod tokenizer;
pub(crate) mod value;
#[cfg(all(target_arch = "x86_64", not(portable)))]
mod wide;

#[cfg(test)]
pub(super) mod tests;
