//! An encoding by its name, for builds without `encoding_rs`.

/// An encoding, known by its name.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Encoding {
    name: &'static str,
}

impl Encoding {
    pub(super) const fn named(name: &'static str) -> Encoding {
        Encoding { name }
    }

    pub(crate) fn name(&self) -> &'static str {
        self.name
    }
}
