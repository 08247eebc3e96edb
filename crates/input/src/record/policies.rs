//! The policies that the askers of a record ask.
//!
//! **What it is.** Robots.txt, fields and documents about AI use are read once, and a document once for all askers that hear the
//! same of it. An engine to which metas in the body count reads on where another asker stops; more is kept of a
//! meta of a name where an asker has this name. Such askers get readings of their own.
//!
//! **Invariant.** The policy of an asker is the one that it has in a record of its own. **What breaks if touched.** An answer
//! depends on who else asks. **Which test notices.** `record_askers.rs` among the tests of the program.

use robots_policy::{Client, Policy};

use crate::defaults::DefaultAsker;
use crate::document::ReadDocument;
use crate::record::Checked;

/// The policies of askers.
pub(crate) struct Readings {
    policies: Vec<Policy>,
    /// The number of the policy of each asker.
    of: Vec<usize>,
}

impl Readings {
    /// Reads the inputs of a record for these askers.
    pub(crate) fn new(checked: &Checked<'_>, askers: &[&DefaultAsker]) -> Readings {
        if let [asker] = askers {
            let question = checked.question(asker.clients(), asker.engines());
            return Readings {
                policies: vec![question.policy()],
                of: vec![0],
            };
        }
        let site = checked.question(&[], &[]).policy_without_document();
        let Some(octets) = checked.document() else {
            return Readings {
                policies: vec![site],
                of: vec![0; askers.len()],
            };
        };
        let mut readings = Readings {
            policies: Vec::new(),
            of: vec![0; askers.len()],
        };
        for reads_body in [false, true] {
            let numbered = askers.iter().copied().enumerate();
            let mut group = Vec::with_capacity(askers.len());
            group.extend(numbered.filter(|(_, asker)| asker.reads_body() == reads_body));
            readings.add(checked, &site, octets, &group);
        }
        readings
    }

    /// Adds the policies of askers that read a document as far as each other.
    fn add(
        &mut self,
        checked: &Checked<'_>,
        site: &Policy,
        octets: &[u8],
        group: &[(usize, &DefaultAsker)],
    ) {
        let Some((_, first)) = group.first() else {
            return;
        };
        let mut names: Vec<Client> = Vec::with_capacity(group.len());
        names.extend(
            group
                .iter()
                .flat_map(|(_, asker)| asker.clients().iter().cloned()),
        );
        let shared = read(checked, octets, &names, first);
        if group.len() == 1 || !shared.is_of_names {
            let policy = site.clone().with_document(shared.document);
            return self.push(policy, group.iter().map(|(number, _)| *number));
        }
        for (number, asker) in group {
            let own = read(checked, octets, asker.clients(), asker);
            self.push(site.clone().with_document(own.document), [*number]);
        }
    }

    fn push(&mut self, policy: Policy, askers: impl IntoIterator<Item = usize>) {
        let own = self.policies.len();
        self.policies.push(policy);
        for asker in askers {
            if let Some(of) = self.of.get_mut(asker) {
                *of = own;
            }
        }
    }

    /// Every policy.
    pub(crate) fn policies(&self) -> impl Iterator<Item = &Policy> {
        self.policies.iter()
    }

    /// The policy of each asker.
    pub(crate) fn each(&self) -> impl Iterator<Item = &Policy> {
        self.of.iter().filter_map(|of| self.policies.get(*of))
    }
}

/// Reads a document for askers of these names; this one reads as far as the others.
fn read(
    checked: &Checked<'_>,
    octets: &[u8],
    names: &[Client],
    asker: &DefaultAsker,
) -> ReadDocument {
    let question = checked.question(names, asker.engines());
    question.parts.read_held(octets, &question.readers, names)
}
