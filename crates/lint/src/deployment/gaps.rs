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

/// Adds a file to the group of a reason, which has a place.
pub(super) fn add(groups: &mut Vec<NotPredicted>, reason: (Option<Place>, String), name: &str) {
    let (place, reason) = reason;
    let place = place.map_or_else(String::new, |place| match place.line {
        0 => place.input.to_string(),
        line => format!("{}:{line}", place.input),
    });
    let mut known = groups.iter();
    let at = known.position(|own| own.place == place && own.reason == reason);
    let at = at.unwrap_or_else(|| {
        groups.push(NotPredicted {
            place,
            reason,
            count: 0,
            inputs: Vec::new(),
        });
        groups.len() - 1
    });
    let Some(known) = groups.get_mut(at) else {
        return;
    };
    known.count += 1;
    if known.inputs.len() < super::MOST_INPUTS {
        known.inputs.push(name.to_owned());
    }
}
