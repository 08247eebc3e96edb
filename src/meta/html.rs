//! HTML: one tokenizer over bytes. In the head the place of a meta follows from what came; elsewhere `html5ever`'s tree
//! builder finds it.

pub(crate) mod body;
pub(crate) mod carry;
pub(crate) mod cost;
mod feed;
pub(crate) mod head;
pub(crate) mod heard;
mod markup;
mod name;
pub(crate) mod node;
pub(crate) mod null_sink;
mod raw_text;
mod reference;
pub(crate) mod swar;
pub(crate) mod tag;
mod text;
mod tokenizer;
pub(crate) mod tree;

#[cfg(test)]
mod tests;
