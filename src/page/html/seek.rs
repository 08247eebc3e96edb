//! The inner loops of the tag readers, by the processor.
//!
//! On x86-64 they are those of `wide`, elsewhere those of `swar`. `--cfg portable` takes the latter on any processor, so that all
//! tests can be run with them.

#[cfg(any(portable, not(target_arch = "x86_64")))]
pub(crate) use crate::page::html::swar::{
    begins, find_near, first_end, skip_space, usual_attribute,
};
#[cfg(all(target_arch = "x86_64", not(portable)))]
pub(crate) use crate::page::html::wide::{
    begins, find_near, first_end, skip_space, usual_attribute,
};
