//! The questions at a door: an ask of a case, about its response or about a wrapped one.

use serde_json::Value;

use super::wire::Wire;
use robots_policy_kit::case::{Ask, Case};

/// An ask, and the response and the robots.txt that it is about.
#[derive(Clone)]
pub(crate) struct Question<'c> {
    pub(crate) case: &'c Case,
    pub(crate) index: usize,
    pub(crate) wire: Option<Wire>,
    /// The answer to the request for robots.txt, and its status: 0 where there was none.
    pub(crate) robots: Option<(u64, Wire)>,
}

impl<'c> Question<'c> {
    /// Every ask of every case.
    pub(crate) fn all(cases: &'c [Case]) -> Vec<Question<'c>> {
        let of = |case: &'c Case| (0..case.asks.len()).map(move |index| Question::of(case, index));
        cases.iter().flat_map(of).collect()
    }

    fn of(case: &'c Case, index: usize) -> Question<'c> {
        let body = case.robots_txt.as_deref();
        let status = case.asks[index].value["robots_status"].as_u64();
        let robots = status.or(body.map(|_| 200));
        Question {
            case,
            index,
            wire: Wire::of(case),
            robots: robots.map(|status| (status, Wire::robots(status, body.unwrap_or_default()))),
        }
    }

    /// Whether it is about the same responses.
    pub(crate) fn is_as(&self, other: &Question<'_>) -> bool {
        self.wire == other.wire && self.robots == other.robots
    }

    pub(crate) fn ask(&self) -> &'c Value {
        &self.typed().value
    }

    pub(crate) fn typed(&self) -> &'c Ask {
        &self.case.asks[self.index]
    }

    pub(crate) fn name(&self) -> String {
        format!("{} ask `{}`", self.case.name, self.typed().id)
    }

    /// The path and query of the target, as they are written.
    pub(crate) fn path(&self) -> String {
        let url = self.typed().url();
        if url.starts_with('/') {
            return url.to_owned();
        }
        let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
        match rest.find(['/', '?', '#']) {
            Some(at) if rest[at..].starts_with('/') => rest[at..].to_owned(),
            Some(at) => format!("/{}", &rest[at..]),
            None => String::from("/"),
        }
    }

    /// The sources that do not exist, as a word of `eval` and `scan`, whose files always have fields.
    pub(crate) fn word_of_the_caller(&self) -> Option<String> {
        let mut names = several(&self.ask()["assume_absent"]);
        names.retain(|name| *name != "fields");
        (!names.is_empty()).then(|| format!("--assume-absent={}", names.join(",")))
    }

    /// A case about a document that is still coded does not apply to doors that undo codings.
    pub(crate) fn is_not_coded(&self) -> Result<(), &'static str> {
        let is_coded = self.ask()["expect"]["unread"][0]["why"] == "content-coding";
        if is_coded {
            Err("this door undoes codings")
        } else {
            Ok(())
        }
    }

    /// Whether the answer depends on the clock of the machine, for a door that takes no other.
    pub(crate) fn is_about_time(&self) -> bool {
        let ask = self.ask();
        !ask["now"].is_null()
            || ask.to_string().contains("unavailable")
            || self.mentions(b"unavailable")
    }

    fn mentions(&self, word: &[u8]) -> bool {
        let is_in = |bytes: &[u8]| {
            bytes
                .windows(word.len())
                .any(|part| part.eq_ignore_ascii_case(word))
        };
        let values = self.case.fields.iter().any(|(_, value)| is_in(value));
        values || self.case.document.as_deref().is_some_and(is_in)
    }
}

impl Question<'_> {
    /// Refuses a case with documents about AI use, which only `eval` and the library take.
    pub(crate) fn has_no_documents(&self) -> Result<(), &'static str> {
        if self.case.tdmrep.is_some() || self.case.license.is_some() {
            return Err("the case has documents about AI use");
        }
        Ok(())
    }
}

/// The asker and the options of an ask as words of `eval` and `check`.
pub(crate) fn flags(ask: &Ask) -> Result<Vec<String>, &'static str> {
    if ask.is_of_the_library() {
        return Err("only the library has this option");
    }
    let ask = &ask.value;
    let mut words = options(ask);
    words.extend(agent(ask));
    for (key, flag) in [
        ("page_agent", "--page-agent"),
        ("purposes", "--purpose"),
        ("signature_agent", "--signature-agent"),
        ("policy_tokens", "--policy-token"),
    ] {
        let values = several(&ask[key]).into_iter();
        words.extend(values.map(|word| format!("{flag}={word}")));
    }
    if ask["obeys_global"] == false {
        words.push(String::from("--own-name-only"));
    }
    Ok(words)
}

/// The asker and the options of an ask as words of `scan`, which knows an asker by its product tokens alone.
pub(crate) fn flags_of_scan(question: &Question<'_>) -> Result<Vec<String>, &'static str> {
    flags(question.typed())?;
    let ask = question.ask();
    for key in [
        "page_agent",
        "purposes",
        "signature_agent",
        "obeys_global",
        "policy_tokens",
    ] {
        if !ask[key].is_null() {
            return Err("scan knows an asker by its product tokens alone");
        }
    }
    let mut words = options(ask);
    words.extend(agent(ask));
    words.push(now(ask));
    words.extend(question.word_of_the_caller());
    Ok(words)
}

/// The clock of an ask as a flag.
pub(crate) fn now(ask: &Value) -> String {
    format!(
        "--now={}",
        ask["now"].as_str().unwrap_or("2026-11-20T00:00:00Z")
    )
}

fn options(ask: &Value) -> Vec<String> {
    let mut words = Vec::new();
    for (name, value) in ask["options"].as_object().into_iter().flatten() {
        let flag = format!("--{}", name.replace('_', "-"));
        match value {
            Value::Bool(true) => words.push(flag),
            Value::Bool(false) => {}
            value => words.push(format!("{flag}={}", several(value).join(","))),
        }
    }
    words
}

/// The product tokens of an ask as a flag.
fn agent(ask: &Value) -> Option<String> {
    let tokens = several(&ask["agent"]);
    (!tokens.is_empty()).then(|| format!("--agent={}", tokens.join(",")))
}

/// One text, or the texts of an array.
pub(crate) fn several(value: &Value) -> Vec<&str> {
    let one = std::slice::from_ref(value);
    let values = value.as_array().map_or(one, Vec::as_slice);
    values.iter().filter_map(Value::as_str).collect()
}
