//! The corpus for other readers: `conformance/cases`, made of the questions of `fixtures/` and of `conformance/levels.toml`.
//!
//! | file | what it does |
//! |---|---|
//! | `levels` | reads `levels.toml`: which level and clause a question has |
//! | `form` | the form of a case, as JSON and as its schema |
//! | `inputs` | the input of a case, as the adapters of readers get it |
//! | `questions` | the cases of a question of the fixtures, one for each kind that it asks |
//! | `hostile` | the cases whose input is made of repeated parts |
//! | `lists` | the ids of each version, which never change |

mod form;
mod hostile;
mod inputs;
mod levels;
mod lists;
mod questions;

use std::collections::BTreeMap;

use robots_policy_kit::case::{cases, small_cases};

use self::form::{ConformanceCase, Kind};
use self::levels::Levels;
use crate::files::Files;

pub(crate) use self::lists::release;

pub(crate) fn generate(files: &mut Files) -> Result<(), String> {
    let mut corpus = corpus()?;
    lists::put(&mut corpus)?;
    for kind in Kind::ALL {
        let lines = corpus.values().filter(|case| case.kind == kind);
        let lines: Result<Vec<String>, String> = lines.map(ConformanceCase::line).collect();
        let path = format!("conformance/cases/{}.jsonl", kind.name());
        files.whole(&path, lines?.concat());
    }
    files.whole("conformance/case.schema.json", form::schema());
    Ok(())
}

/// Every case by its id.
fn corpus() -> Result<BTreeMap<String, ConformanceCase>, String> {
    let mut levels = Levels::read()?;
    let mut found = Vec::new();
    for case in cases().iter().chain(&small_cases()) {
        found.extend(questions::cases(case, &mut levels));
    }
    found.extend(hostile::cases(&levels));
    levels.finish()?;
    let mut corpus = BTreeMap::new();
    for case in found {
        let (id, from) = (case.id.clone(), case.from.clone());
        if let Some(other) = corpus.insert(case.id.clone(), case) {
            return Err(format!(
                "{from} and {} have one id in conformance/cases: {id}; give one of them another name",
                other.from
            ));
        }
    }
    Ok(corpus)
}
