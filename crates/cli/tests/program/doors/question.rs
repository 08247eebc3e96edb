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
        let word = self.ask()["assume_absent"].clone();
        let names = match word {
            Value::String(one) => vec![one],
            several => {
                let several = several.as_array().cloned().unwrap_or_default();
                let several = several.iter().filter_map(Value::as_str);
                several.map(str::to_owned).collect()
            }
        };
        let names: Vec<String> = names.into_iter().filter(|name| name != "fields").collect();
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
    let several = |key: &str| match &ask[key] {
        Value::String(one) => vec![one.clone()],
        several => several
            .as_array()
            .into_iter()
            .flatten()
            .map(|one| one.as_str().unwrap().to_owned())
            .collect(),
    };
    let agent = several("agent");
    if !agent.is_empty() {
        words.push(format!("--agent={}", agent.join(",")));
    }
    for (key, flag) in [
        ("page_agent", "--page-agent"),
        ("purposes", "--purpose"),
        ("signature_agent", "--signature-agent"),
        ("policy_tokens", "--policy-token"),
    ] {
        words.extend(
            several(key)
                .into_iter()
                .map(|word| format!("{flag}={word}")),
        );
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
    match &ask["agent"] {
        Value::Null => {}
        Value::String(one) => words.push(format!("--agent={one}")),
        several => {
            let tokens = several.as_array().unwrap().iter();
            let tokens: Vec<_> = tokens.map(|token| token.as_str().unwrap()).collect();
            words.push(format!("--agent={}", tokens.join(",")));
        }
    }
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
            Value::String(word) => words.push(format!("{flag}={word}")),
            several => {
                let several = several.as_array().unwrap().iter();
                let several: Vec<_> = several.map(|word| word.as_str().unwrap()).collect();
                words.push(format!("{flag}={}", several.join(",")));
            }
        }
    }
    words
}
