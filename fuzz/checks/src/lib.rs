//! Properties that hold for any bytes, one module a fuzz target; each check panics if its property is violated.

#[cfg(feature = "program")]
mod archive;
mod canonical;
mod content;
mod content_usage;
mod dates;
mod engines;
mod fields;
mod head;
#[cfg(feature = "program")]
mod jsonl;
mod robots_txt;
mod robots_txt_uses;
mod rsl;
pub mod rules;
mod signature_agent;
mod statements;
mod tdmrep;
pub mod tree;

/// A fuzz target: its name, and what it checks.
pub type FuzzTarget = (&'static str, fn(&[u8]));

/// Every target.
pub const TARGETS: &[FuzzTarget] = &[
    ("fields", fields::check),
    ("content", content::check),
    ("head", head::check),
    ("robots_txt", robots_txt::check),
    ("content_usage", content_usage::check),
    ("robots_txt_uses", robots_txt_uses::check),
    ("engines", engines::check),
    ("rsl", rsl::check),
    ("signature_agent", signature_agent::check),
    ("tdmrep", tdmrep::check),
    ("dates", dates::check),
    ("canonical", canonical::check),
    #[cfg(feature = "program")]
    ("archive", archive::check),
    #[cfg(feature = "program")]
    ("jsonl", jsonl::check),
];

/// Gives the bytes to the target of this name.
///
/// # Panics
/// If there is no target of this name, and if its property is violated.
pub fn check(name: &str, data: &[u8]) {
    let mut targets = TARGETS.iter();
    let (_, check) = targets
        .find(|(own, _)| *own == name)
        .expect("a target of this name");
    check(data);
}
