//! The grammar of HTML, and nothing of robots: bytes are cut into tags, and `html5ever`'s tree builder is fed with them.
//!
//! - A tag: `tag` cuts it into attributes, `name` knows the elements of a head, `value` decodes what an attribute says
//!   and finds back to its bytes with `offsets`. `swar` reads several bytes at a time for all of them.
//! - Between tags: `raw_text`, `markup` for comments and doctypes, `reference` for white space that is spelled. Each is a
//!   machine that can stop and go on at any byte, as a head that comes in chunks demands.
//! - A tree: `tokenizer` cuts bytes that are there as a whole, `feed` gives its tokens to the tree builder, with short
//!   texts (`text`) in place of the texts; `null_sink` takes the place of the tree, and `cost` counts the work.

pub(crate) mod cost;
pub(crate) mod feed;
pub(crate) mod markup;
pub(crate) mod name;
pub(crate) mod null_sink;
pub(crate) mod offsets;
pub(crate) mod raw_text;
pub(crate) mod reference;
pub(crate) mod swar;
pub(crate) mod tag;
mod text;
pub(crate) mod tokenizer;
pub(crate) mod value;

#[cfg(test)]
mod tests;
