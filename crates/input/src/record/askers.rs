//! The askers of a record: the one of its own keys, those of `askers`, or those of the command line.

use std::borrow::Cow;

use robots_policy::engines::{Profile, UnknownProfile};

use crate::contract::question::AskerKeys;
use crate::defaults::{DefaultAsker, RecordDefaults, StatedAsker};
use crate::json::shapes::NameList;
use crate::json::types::{Keys as _, Object};
use crate::record::checks::{policy_tokens, signer, tokens};
use crate::record::errors::LineDamage;

/// The most askers of a record, so that the answers to one line fit into memory; it is more than there are engines.
const MOST: usize = 256;

/// The askers that a record states, each once; those of the command line for keys that it does not have.
pub(crate) fn askers<'d>(
    own: AskerKeys,
    several: Option<Vec<Object<AskerKeys>>>,
    defaults: &'d RecordDefaults,
) -> Result<Vec<Cow<'d, DefaultAsker>>, LineDamage> {
    let Some(several) = several else {
        let (stated, engine) = own.check()?;
        return Ok(defaults.askers(&stated, engine));
    };
    check_place(&own, several.len())?;
    let mut all: Vec<(usize, Cow<'d, DefaultAsker>)> = Vec::with_capacity(several.len());
    for (at, Object(keys)) in several.into_iter().enumerate() {
        let place = || format!("`askers`, object {}: ", at + 1);
        let (stated, engine) = keys.check().map_err(|damage| damage.after(&place()))?;
        for asker in defaults.askers(&stated, engine) {
            if let Some((first, _)) = all.iter().find(|(_, known)| known.is(&asker)) {
                let message = format!(
                    "it is the asker of object {} again; name each once",
                    first + 1
                );
                return Err(invalid(message).after(&place()));
            }
            all.push((at, asker));
        }
    }
    Ok(all.into_iter().map(|(_, asker)| asker).collect())
}

/// Checks what is beside `askers`, and their number.
fn check_place(own: &AskerKeys, len: usize) -> Result<(), LineDamage> {
    if let Some(key) = own.given() {
        return Err(invalid(format!(
            "both `askers` and `{key}` are given; write `{key}` into the objects of `askers` that it is for"
        )));
    }
    match len {
        0 => Err(invalid(
            "`askers` is empty; name the askers, or leave it out",
        )),
        1..=MOST => Ok(()),
        _ => Err(invalid(format!(
            "`askers` has {len} objects, and a record has at most {MOST} askers; write the others into a further record"
        ))),
    }
}

/// The damage of a record that cannot be asked so.
pub(crate) fn invalid(message: impl Into<String>) -> LineDamage {
    LineDamage::new("invalid-record", message)
}

impl AskerKeys {
    /// Reads every key.
    fn check(self) -> Result<(StatedAsker, Option<Profile>), LineDamage> {
        // `as` is the last of them.
        let key = self.given().filter(|key| *key != "as");
        let stated = StatedAsker {
            key,
            tokens: tokens(self.agent)?,
            page_tokens: tokens(self.page_agent)?,
            purposes: tokens(self.purposes.map(NameList::Several))?,
            signature_agent: self.signature_agent.as_deref().map(signer).transpose()?,
            obeys_global: self.obeys_global,
            policy_tokens: policy_tokens(self.policy_tokens)?,
        };
        let engine = self.engine.as_deref();
        let engine = engine.map(|name| engine_alone(name, &stated)).transpose()?;
        Ok((stated, engine))
    }
}

/// Reads the name of an engine, in whose record no key of a client may be.
fn engine_alone(name: &str, stated: &StatedAsker) -> Result<Profile, LineDamage> {
    if let Some(key) = stated.key {
        return Err(invalid(format!(
            "both `as` and `{key}` are given; an engine has names and rules of its own, so keep one"
        )));
    }
    engine(name)
}

/// Reads the name of an engine.
pub(crate) fn engine(name: &str) -> Result<Profile, LineDamage> {
    name.parse().map_err(|error: UnknownProfile| {
        let near: Vec<String> = error
            .near()
            .iter()
            .map(|name| format!("`{name}`"))
            .collect();
        let near = match near.as_slice() {
            [] => String::new(),
            near => format!("; near it are {}", near.join(", ")),
        };
        let message = format!(
            "`{name}` is not the name of one engine{near}; `robots-policy engines` lists them"
        );
        LineDamage::of_value("invalid-as", &message, name)
    })
}
