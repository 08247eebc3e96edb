//! The values of keys. `cargo run -p robots-policy-dev -- generate` writes them, of `configuration/keys.toml`.

/// The values of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// One or several patterns of addresses.
    Addresses,
    /// One or several agents.
    Agents,
    /// `yes` or `no`.
    Allowed,
    /// A rule.
    Code,
    /// One or several environments that the file names.
    Environments,
    /// One or several names of inputs.
    Inputs,
    /// Levels by rule.
    Levels,
    /// Texts by text.
    Map,
    /// A moment.
    Moment,
    /// One or several names.
    Names,
    /// One or several hosts or URLs.
    Sites,
    /// One or several sources.
    Sources,
    /// `yes`, `no` or `unstated`.
    Stated,
    /// A table of its own.
    Table,
    /// Several tables.
    Tables,
    /// A text.
    Text,
}

impl Shape {
    /// The values that are allowed, in words.
    #[rustfmt::skip]
    pub(super) fn allowed(self) -> &'static str {
        match self {
            Shape::Addresses => "a path such as \"/blog/**\", a URL such as \"https://example.org/blog/**\", or an array of them",
            Shape::Agents => "an engine such as \"googlebot\", an owner, a kind such as \"search\", a product token, \"*\", or an array of them",
            Shape::Allowed => "\"yes\" or \"no\"",
            Shape::Code => "a rule such as \"crawl-delay\"; `explain` lists all",
            Shape::Environments => "\"production\", a name of `environments`, or an array of them",
            Shape::Inputs => "the name of an input such as \"dist/**\", or an array of them",
            Shape::Levels => "a table of rules such as crawl-delay = \"off\", with the levels \"off\", \"info\", \"warning\" and \"error\", or a table of levels by environment",
            Shape::Map => "a table of texts such as \"https://example.org/\" = \"public/\"",
            Shape::Moment => "a date such as 2027-01-31, or a date with time and offset",
            Shape::Names => "a name of letters, digits, `-`, `_` and `.`, or an array of them",
            Shape::Sites => "a host such as \"staging.example.org\", a URL with http:// or https://, or an array of them",
            Shape::Sources => "\"robots.txt\", \"fields\", \"document\", \"tdmrep.json\", \"licenses\", \"embedded\", or an array of them",
            Shape::Stated => "\"yes\", \"no\" or \"unstated\"",
            Shape::Table => "a table",
            Shape::Tables => "an array of tables, each with its double brackets",
            Shape::Text => "a text that is not empty",
        }
    }
}
