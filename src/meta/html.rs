//! HTML: one tokenizer over bytes, and `html5ever`'s tree builder behind it.

pub(crate) mod body;
mod feed;
pub(crate) mod heard;
pub(crate) mod reference;
mod text;
mod tokenizer;
pub(crate) mod tree;

#[cfg(test)]
mod tests;
