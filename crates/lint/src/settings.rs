//! The keys of `robots-policy.toml`: what each means, and which values it may have.
//!
//! The program reads the file by this table, and `cargo run -p robots-policy-dev -- generate` makes of it
//! `docs/robots-policy.schema.json` and the table in `docs/intent.md`.

/// A table of the file; the first is the file itself, without a name.
#[derive(Debug)]
pub struct Table {
    /// Its name as it is written.
    pub name: &'static str,
    /// What it is for.
    pub about: &'static str,
    /// Its keys, in the order of the documentation.
    pub keys: &'static [Key],
}

/// A key of a table.
#[derive(Debug)]
pub struct Key {
    /// Its name as it is written.
    pub name: &'static str,
    /// Its values.
    pub shape: Shape,
    /// Whether the table is wrong without it.
    pub is_required: bool,
    /// What it means.
    pub about: &'static str,
}

const fn key(name: &'static str, shape: Shape, about: &'static str) -> Key {
    Key {
        name,
        shape,
        is_required: false,
        about,
    }
}

const fn required(name: &'static str, shape: Shape, about: &'static str) -> Key {
    Key {
        is_required: true,
        ..key(name, shape, about)
    }
}

/// The values of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
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
    /// The values in words: for the documentation, and for a message about a wrong value.
    #[rustfmt::skip]
    const fn words(self) -> (&'static str, &'static str) {
        match self {
            Shape::Addresses => ("one or several addresses", "a path such as \"/blog/**\", a URL such as \"https://example.org/blog/**\", or an array of them"),
            Shape::Agents => ("one or several agents", "an engine such as \"googlebot\", an owner, a kind such as \"search\", a product token, \"*\", or an array of them"),
            Shape::Allowed => ("`yes`, `no`", "\"yes\" or \"no\""),
            Shape::Code => ("a code", "a rule such as \"crawl-delay\"; `explain` lists all"),
            Shape::Environments => ("one or several environments", "\"production\", a name of `environments`, or an array of them"),
            Shape::Inputs => ("one or several names", "the name of an input such as \"dist/**\", or an array of them"),
            Shape::Levels => ("a table", "a table of rules such as crawl-delay = \"off\", with the levels \"off\", \"info\", \"warning\" and \"error\", or a table of levels by environment"),
            Shape::Map => ("a table", "a table of texts such as \"https://example.org/\" = \"public/\""),
            Shape::Moment => ("a date, or a date with time", "a date such as 2027-01-31, or a date with time and offset"),
            Shape::Names => ("one or several names", "a name of letters, digits, `-`, `_` and `.`, or an array of them"),
            Shape::Sites => ("one or several hosts or URLs", "a host such as \"staging.example.org\", a URL with http:// or https://, or an array of them"),
            Shape::Sources => ("one or several of `robots.txt`, `fields`, `document`, `tdmrep.json`, `licenses`, `embedded`", "\"robots.txt\", \"fields\", \"document\", \"tdmrep.json\", \"licenses\", \"embedded\", or an array of them"),
            Shape::Stated => ("`yes`, `no`, `unstated`", "\"yes\", \"no\" or \"unstated\""),
            Shape::Table => ("", "a table"),
            Shape::Tables => ("", "an array of tables, each with its double brackets"),
            Shape::Text => ("a text", "a text that is not empty"),
        }
    }

    /// The values in the words of the documentation.
    #[must_use]
    pub const fn documented(self) -> &'static str {
        self.words().0
    }

    /// The values that are allowed, as a message about a wrong one names them.
    #[must_use]
    pub const fn allowed(self) -> &'static str {
        self.words().1
    }
}

/// All tables, that of the file itself first.
#[rustfmt::skip]
pub static TABLES: &[Table] = &[
    Table { name: "", about: "Settings of robots-policy lint, and what an owner expects of a site", keys: &[
        key("environments", Shape::Names, "the environments beside `production` that other keys may name"),
        key("assume_absent", Shape::Sources, "sources that do not exist, by your word: without it, what they could forbid is not known"),
        key("levels", Shape::Levels, "a level by rule, or a table with a level by environment"),
        key("map", Shape::Map, "the path in the repository by input; what ends with `/` is for all that begins with it. `sarif`, `github` and `gitlab` name that path"),
        key("expect", Shape::Tables, "answers that are expected"),
        key("ignore", Shape::Tables, "findings that are not reported"),
        key("twins", Shape::Table, "copies of the site, such as staging: what their pages must answer, `index = \"no\"` without another answer"),
        key("lock", Shape::Table, "what the lock holds"),
    ] },
    Table { name: "expect", about: "Answers that are expected", keys: &[
        required("url", Shape::Addresses, "paths or URLs, in which `*` is anything but `/`, and `**` anything"),
        key("agents", Shape::Agents, "names, owners or kinds of engines, product tokens, and `*` for any client that no input names, which it is without the key"),
        key("environments", Shape::Environments, "the environments in which it holds; without the key, in all"),
        key("fetch", Shape::Allowed, "may it be fetched?"),
        key("index", Shape::Allowed, "may it be indexed?"),
        key("follow", Shape::Allowed, "may its links be followed?"),
        key("archive", Shape::Allowed, "may a copy be offered?"),
        key("snippet", Shape::Allowed, "may an excerpt be shown?"),
        key("train", Shape::Stated, "may a model be trained with it?"),
        key("input", Shape::Stated, "may it be the input of a model?"),
        key("search", Shape::Stated, "may it be in an index of a search engine?"),
    ] },
    Table { name: "ignore", about: "Findings that are not reported", keys: &[
        required("code", Shape::Code, "the rule"),
        required("reason", Shape::Text, "why it may be so"),
        key("url", Shape::Addresses, "the addresses of the pages, as in `expect`"),
        key("input", Shape::Inputs, "the names of the inputs, with stars"),
        key("until", Shape::Moment, "the day or the moment from which the finding is reported again"),
        key("environments", Shape::Environments, "the environments in which it holds; without the key, in all"),
    ] },
    Table { name: "twins", about: "Copies of the site", keys: &[
        required("urls", Shape::Sites, "hosts, or URLs below which they are"),
        key("agents", Shape::Agents, "as in `expect`"),
        key("fetch", Shape::Allowed, "as in `expect`"),
        key("index", Shape::Allowed, "as in `expect`"),
        key("snippet", Shape::Allowed, "as in `expect`"),
    ] },
    Table { name: "lock", about: "What the lock holds", keys: &[
        key("urls", Shape::Addresses, "the addresses, as in `expect`; without the key, those of all expectations, `/` and `/**`"),
        key("agents", Shape::Agents, "the agents; without the key, those that expectations name, and `*`; if they name none, every engine and `*`"),
    ] },
];
