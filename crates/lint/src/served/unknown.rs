//! Files whose fields cannot be known, in groups by the reason.

use crate::place::Place;

/// Files whose fields are not known for one reason.
#[derive(Clone, Debug)]
pub struct NotPredicted {
    /// The place of the reason in the configuration, as `nginx.conf:3`; empty if there is none.
    pub place: String,
    /// The reason, for people.
    pub reason: String,
    /// The number of files.
    pub count: usize,
    /// The names of the first of them.
    pub inputs: Vec<String>,
}

/// The groups, in the order in which they were found.
#[derive(Default)]
pub(crate) struct NotPredictedAll {
    pub(super) list: Vec<NotPredicted>,
}

/// A reason, and its place.
pub(crate) type Reason = (Option<Place>, String);

impl NotPredictedAll {
    pub(super) fn add(&mut self, (place, reason): Reason, name: &str) {
        let place = place.map_or_else(String::new, |place| match place.line {
            0 => place.input.to_string(),
            line => format!("{}:{line}", place.input),
        });
        let mut known = self.list.iter();
        let at = known.position(|own| own.place == place && own.reason == reason);
        let at = at.unwrap_or_else(|| {
            self.list.push(NotPredicted {
                place,
                reason,
                count: 0,
                inputs: Vec::new(),
            });
            self.list.len() - 1
        });
        let Some(known) = self.list.get_mut(at) else {
            return;
        };
        known.count += 1;
        if known.inputs.len() < super::MOST_INPUTS {
            known.inputs.push(name.to_owned());
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }
}
