#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| robots_policy_checks::check("engines", data));
