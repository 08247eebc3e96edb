//! The engines that read the head of a document, by name.

use clap::ValueEnum;
use robots_policy::HeadEngine;

/// The engine that reads the head of a document.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Engines {
    /// The scanner of bytes
    #[default]
    Scanner,
    /// The tree builder of html5ever
    Html5ever,
    /// Both; a document that they read differently gets a diagnostic
    Both,
}

impl Engines {
    /// The name on the command line.
    pub(crate) fn name(self) -> String {
        let value = self.to_possible_value();
        value.map_or_else(String::new, |value| value.get_name().to_owned())
    }

    /// The engines, in the order in which they are believed.
    pub(crate) fn list(self) -> Vec<HeadEngine> {
        match self {
            Engines::Scanner => vec![HeadEngine::Scanner],
            Engines::Html5ever => vec![HeadEngine::Html5ever],
            Engines::Both => vec![HeadEngine::Scanner, HeadEngine::Html5ever],
        }
    }
}
