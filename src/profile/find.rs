//! From a name to a profile: its own name, or a product token to which exactly one profile answers; and lists of them, by owner,
//! kind, or `ai`.

use std::fmt;
use std::str::FromStr;

use super::{Kind, Profile};
use crate::near_miss::nearest;
use crate::order;

impl Profile {
    /// The profiles of a list: names, owners such as `openai`, kinds such as `search`, `ai` and `all`, with commas between them.
    /// Each profile is there once, in the order of the list, those of `ai` by owner; all but names leave out those that are retired. A word that is a
    /// name and an owner is the name.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_policy::engines::Profile;
    ///
    /// let names = |list| -> Vec<&str> { Profile::list(list).unwrap().into_iter().map(Profile::name).collect() };
    /// assert_eq!(names("Bingbot, googlebot"), ["bingbot", "googlebot"]);
    /// assert!(names("search").contains(&"applebot"));
    /// assert_eq!(names("anthropic"), ["claudebot", "claude-searchbot", "claude-user"]);
    /// assert!(names("all").len() >= 49);
    /// assert!(Profile::list("googlebot,").is_err());
    /// ```
    ///
    /// # Errors
    /// A member that is none of these; the error names the nearest profiles.
    pub fn list(list: &str) -> Result<Vec<Profile>, UnknownProfile> {
        let mut profiles: Vec<Profile> = Vec::new();
        for member in list.split(',').map(str::trim_ascii) {
            for profile in Profile::members(&member.to_ascii_lowercase())? {
                if !profiles.contains(&profile) {
                    profiles.push(profile);
                }
            }
        }
        Ok(profiles)
    }

    /// The profiles of one member of a list, in lower case.
    fn members(member: &str) -> Result<Vec<Profile>, UnknownProfile> {
        let kind: Option<Kind> = member.parse().ok();
        let in_use = || Profile::all().filter(|profile| profile.retired().is_none());
        let selected: Vec<Profile> = match (member, kind) {
            (ALL, _) => in_use().collect(),
            (AI, _) => by_owner(in_use().filter(|profile| profile.is_ai()).collect()),
            (_, Some(kind)) => in_use().filter(|profile| profile.kind() == kind).collect(),
            _ => Vec::new(),
        };
        if !selected.is_empty() {
            return Ok(selected);
        }
        let named: Result<Profile, UnknownProfile> = member.parse();
        named.map(|profile| vec![profile]).or_else(|unknown| {
            let owned = in_use().filter(|profile| profile.owner() == member);
            let owned: Vec<Profile> = owned.collect();
            if owned.is_empty() {
                Err(unknown)
            } else {
                Ok(owned)
            }
        })
    }
}

/// The profiles of one owner together, where its first one is.
fn by_owner(mut profiles: Vec<Profile>) -> Vec<Profile> {
    let owners: Vec<&str> = profiles.iter().map(|profile| profile.operator()).collect();
    let place = |profile: &Profile| owners.iter().position(|owner| *owner == profile.operator());
    order::sort_by_key(&mut profiles, place);
    profiles
}

/// The member of a list that is every profile in use.
const ALL: &str = "all";
/// The member of a list that is every profile of AI in use.
const AI: &str = "ai";

impl FromStr for Profile {
    type Err = UnknownProfile;

    /// Reads the name of a profile, or a product token that is the first of exactly one profile, in any case.
    ///
    /// # Errors
    /// Any other text; the error names the nearest profiles.
    fn from_str(name: &str) -> Result<Profile, UnknownProfile> {
        let is_named = |profile: &Profile| profile.name().eq_ignore_ascii_case(name);
        let own_token = |profile: &Profile| {
            let own = profile.tokens().first();
            own.is_some_and(|token| token.eq_ignore_ascii_case(name))
        };
        let by_token = || {
            let mut profiles = Profile::all().filter(own_token);
            profiles.next().filter(|_| profiles.next().is_none())
        };
        let found = Profile::all().find(is_named).or_else(by_token);
        found.ok_or_else(|| UnknownProfile { name: name.into() })
    }
}

/// The error of a name that no profile has: `gogglebot`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownProfile {
    name: Box<str>,
}

impl UnknownProfile {
    /// The names that are near it, the nearest first: a name with a small mistake, else those that contain it or begin as it
    /// does.
    pub fn near(&self) -> Vec<&'static str> {
        let word = self.name.to_ascii_lowercase();
        let mut names: Vec<&str> = nearest(&word, Profile::all().map(Profile::name))
            .into_iter()
            .collect();
        let begins = |name: &str| word.len() >= 4 && name.get(..4) == word.get(..4);
        let related = |name: &&str| !word.is_empty() && (name.contains(&word) || begins(name));
        let related = Profile::all().map(Profile::name).filter(related);
        for name in related {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names.truncate(NEAR);
        names
    }
}

impl fmt::Display for UnknownProfile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is not a profile", self.name)?;
        let near = self.near();
        if !near.is_empty() {
            let near: Vec<String> = near.iter().map(|name| format!("`{name}`")).collect();
            write!(f, "; near it are {}", near.join(", "))?;
        }
        let kinds: Vec<String> = Kind::ALL.iter().map(|kind| format!("`{kind}`")).collect();
        let kinds = kinds.join(", ");
        write!(
            f,
            "; write a name, an owner (`openai`), a kind ({kinds}), `{AI}` or `{ALL}`"
        )
    }
}

impl std::error::Error for UnknownProfile {}

/// The most names that an error lists.
const NEAR: usize = 6;
