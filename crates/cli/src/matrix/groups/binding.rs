//! The groups that bind the known engines.

use std::collections::BTreeMap;

use robots_policy::RobotsTxt;
use robots_policy::engines::{Kind, Profile};
use robots_policy::robots_txt::Reason;

use super::super::Matrix;
use super::super::engine::By;

/// The engines in use, by the name of the group that binds them, in lower case.
pub(super) struct Bound {
    by_name: BTreeMap<String, Vec<Profile>>,
    /// The engines that no group binds, by the reason.
    pub(super) unbound: Vec<(String, Vec<Profile>)>,
}

impl Bound {
    pub(super) fn new(matrix: &Matrix<'_>) -> Bound {
        let mut bound = Bound {
            by_name: BTreeMap::new(),
            unbound: Vec::new(),
        };
        let names = matrix
            .robots
            .rules()
            .into_iter()
            .flat_map(RobotsTxt::groups);
        let names: Vec<String> = names
            .flat_map(|group| group.subjects().map(|own| own.to_string()))
            .collect();
        for profile in Profile::all().filter(|profile| profile.retired().is_none()) {
            let answer = matrix.engine_answer(profile, "/");
            let group = answer.group().or_else(|| {
                let tokens = profile
                    .tokens()
                    .iter()
                    .map(|token| token.to_ascii_lowercase());
                let mut tokens = tokens.filter(|_| profile.kind() == Kind::Token);
                tokens.find(|token| names.contains(token))
            });
            match group {
                Some(group) => bound.by_name.entry(group).or_default().push(profile),
                None if names.is_empty() || !is_shown(answer.by(), answer.access().reason()) => {}
                None => bound.note(answer.words(), profile),
            }
        }
        bound
    }

    fn note(&mut self, why: String, profile: Profile) {
        match self.unbound.iter_mut().find(|(words, _)| *words == why) {
            Some((_, profiles)) => profiles.push(profile),
            None => self.unbound.push((why, vec![profile])),
        }
    }

    /// The engines that a group with these names binds.
    pub(super) fn by(&self, names: &[String]) -> Vec<Profile> {
        let bound = names.iter().filter_map(|name| self.by_name.get(name));
        let mut all: Vec<Profile> = Vec::new();
        for profile in bound.flatten() {
            if !all.contains(profile) {
                all.push(*profile);
            }
        }
        all
    }
}

/// Whether people should know why no group binds it. A name without requests that has no group says nothing.
fn is_shown(by: Option<By>, reason: Reason) -> bool {
    by != Some(By::NoGroup) && reason != Reason::MakesNoRequests
}
