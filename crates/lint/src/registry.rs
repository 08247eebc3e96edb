//! All rules, of the files that find them.

use crate::code::Code;
use crate::rule::Rule;
use crate::{
    answer, deployment, diagnostics, intent, linter, page, redirect, robots, sieve, site, uses,
};

/// The rules of each file.
const FILES: &[&[Rule]] = &[
    answer::RULES,
    diagnostics::RULES,
    intent::RULES,
    intent::locking::RULES,
    linter::site::RULES,
    page::contradictions::RULES,
    page::diagnostics::RULES,
    page::nesting::RULES,
    page::unheard::RULES,
    page::parts::RULES,
    page::statements::RULES,
    redirect::RULES,
    robots::groups::RULES,
    robots::injection::RULES,
    robots::mistakes::RULES,
    robots::patterns::RULES,
    robots::records::RULES,
    deployment::RULES,
    deployment::robots::RULES,
    deployment::traps::RULES,
    sieve::RULES,
    site::case::RULES,
    site::sitemap::RULES,
    site::pages::RULES,
    uses::RULES,
];

/// The words of the rules that only pass a diagnostic on: code, title, consequence and advice, each a line, below a heading or an
/// empty line.
const WORDS: &str = include_str!("diagnostics.txt");

/// All rules, in the order of their codes. A code without a row or without words, or with two of them, does not compile.
#[expect(
    clippy::indexing_slicing,
    reason = "an index past the end does not compile"
)]
pub static RULES: [Rule; Code::ALL.len()] = {
    let mut rules = [FILES[0][0]; Code::ALL.len()];
    let (mut files, mut count) = (FILES, 0);
    while let [file, other_files @ ..] = files {
        let mut rows = *file;
        while let [rule, other_rows @ ..] = rows {
            rules[rule.code as usize] = *rule;
            (rows, count) = (other_rows, count + 1);
        }
        files = other_files;
    }
    assert!(count == rules.len(), "each code has a row");
    while count > 0 {
        count -= 1;
        assert!(rules[count].code as usize == count, "no code has two");
    }
    let mut words = WORDS;
    while count < rules.len() {
        let rule = &mut rules[count];
        if rule.title.is_empty() {
            (_, words) = line(words);
            (_, words) = line(words);
            (rule.title, words) = line(words);
            (rule.consequence, words) = line(words);
            (rule.advice, words) = line(words);
        }
        count += 1;
    }
    assert!(words.is_empty(), "no code has words twice");
    rules
};

/// The first line of a text, and the rest.
#[expect(
    clippy::indexing_slicing,
    reason = "an index past the end does not compile"
)]
const fn line(text: &str) -> (&str, &str) {
    let mut end = 0;
    while text.as_bytes()[end] != b'\n' {
        end += 1;
    }
    let (line, rest) = text.split_at(end);
    (line, rest.split_at(1).1)
}

impl Code {
    /// The rule of this code.
    pub fn rule(self) -> &'static Rule {
        // The table has a row for each code, in their order.
        RULES.get(self as usize).unwrap_or(&RULES[0])
    }
}
