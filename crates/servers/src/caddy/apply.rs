//! The operations of `header` on the fields of an answer.

use super::header::{Kind, Operation};
use super::walk::Walk;
use crate::names::is_about_robots;
use crate::predicted::{Field, Unknown, Why};

impl Walk<'_, '_> {
    /// Applies operations to the fields.
    pub(super) fn apply(&mut self, list: &[Operation<'_>]) -> Result<(), Unknown> {
        let (defaults, others): (Vec<Operation<'_>>, Vec<Operation<'_>>) = list
            .iter()
            .partition(|operation| operation.kind == Kind::Default);
        for operation in others {
            self.operate(operation)?;
        }
        // Defaults of one directive are set together, if none of the fields is there.
        if defaults
            .iter()
            .any(|operation| !is_about_robots(operation.name))
            && defaults
                .iter()
                .any(|operation| is_about_robots(operation.name))
        {
            let at = defaults
                .first()
                .map(|operation| operation.at.place)
                .unwrap_or_default();
            return Err(Unknown::new(
                at,
                Why::Condition,
                "the default depends on another field",
            ));
        }
        let has = |operation: &Operation<'_>| {
            self.fields
                .iter()
                .any(|field| field.name.eq_ignore_ascii_case(operation.name))
        };
        if !defaults.iter().any(has) {
            for operation in defaults {
                self.operate(Operation {
                    kind: Kind::Set,
                    ..operation
                })?;
            }
        }
        Ok(())
    }

    fn operate(&mut self, operation: Operation<'_>) -> Result<(), Unknown> {
        let Operation { kind, name, at, .. } = operation;
        if kind == Kind::Delete && name.contains('*') {
            let stem = name.trim_matches('*').to_ascii_lowercase();
            let (starts, ends) = (name.starts_with('*'), name.ends_with('*'));
            self.fields.retain(|field| {
                let own = field.name.to_ascii_lowercase();
                !match (starts, ends) {
                    (true, true) => own.contains(&stem),
                    (true, false) => own.ends_with(&stem),
                    _ => own.starts_with(&stem),
                }
            });
            return Ok(());
        }
        if !is_about_robots(name) {
            return Ok(());
        }
        let same = |field: &Field| field.name.eq_ignore_ascii_case(name);
        match kind {
            Kind::Delete => self.fields.retain(|field| !same(field)),
            Kind::Replace => {
                return Err(Unknown::new(
                    at.place,
                    Why::Variable,
                    "versions of Caddy replace parts of values at different times",
                ));
            }
            _ => {
                let value = self.text(operation.value, at)?;
                if kind == Kind::Set {
                    self.fields.retain(|field| !same(field));
                }
                self.fields.push(Field {
                    name: name.to_owned(),
                    value,
                    place: at.place,
                });
            }
        }
        Ok(())
    }
}
