//! The target that the variable TARGET names.
#![no_main]

use std::sync::LazyLock;

static NAME: LazyLock<String> = LazyLock::new(|| std::env::var("TARGET").unwrap_or_default());

libfuzzer_sys::fuzz_target!(|data: &[u8]| robots_policy_checks::check(&NAME, data));
