//! The inner loops of the tag readers, by the processor.
//!
//! On x86-64 they are those of `wide`, elsewhere those of `swar`. `--cfg portable` takes the latter on any processor, so that all
//! tests can be run with them.

#[cfg(any(not(target_arch = "x86_64"), portable))]
pub(crate) use crate::page::html::swar::{begins, find_near, skip_space, usual_attribute};
#[cfg(all(target_arch = "x86_64", not(portable)))]
pub(crate) use crate::page::html::wide::{
    begins, find_near, quick_end, skip_space, usual_attribute,
};

/// [`wide::quick_end`](crate::page::html::wide::quick_end) finds none: word by word it would be slower than reading the attributes.
#[cfg(any(not(target_arch = "x86_64"), portable))]
pub(crate) fn quick_end(_: &[u8], _: usize) -> Option<(usize, bool)> {
    None
}
