//! The operations of `header` on the fields of an answer.

use super::header::{Operation, OperationKind};
use super::walk::CaddyWalk;
use crate::names::is_about_robots;
use crate::prediction::{Field, Unknown, Why};

impl CaddyWalk<'_, '_> {
    /// Applies operations to the fields.
    pub(super) fn apply(&mut self, list: &[Operation<'_>]) -> Result<(), Unknown> {
        let is_default = |own: &&Operation<'_>| own.kind == OperationKind::Default;
        for operation in list.iter().filter(|own| !is_default(own)) {
            self.operate(*operation)?;
        }
        let defaults: Vec<Operation<'_>> = list.iter().filter(is_default).copied().collect();
        // Defaults of one directive are set together, if none of the fields is there.
        let about = |own: &&Operation<'_>| is_about_robots(own.name);
        let count = defaults.iter().filter(about).count();
        if let Some(first) = defaults
            .first()
            .filter(|_| count > 0 && count < defaults.len())
        {
            let reason = "the default depends on another field";
            return Err(first.at.unknown(Why::Condition, reason));
        }
        let has = |own: &Operation<'_>| {
            let mut fields = self.fields.iter();
            fields.any(|field| field.name.eq_ignore_ascii_case(own.name))
        };
        if !defaults.iter().any(has) {
            for operation in defaults {
                self.operate(Operation {
                    kind: OperationKind::Set,
                    ..operation
                })?;
            }
        }
        Ok(())
    }

    fn operate(&mut self, operation: Operation<'_>) -> Result<(), Unknown> {
        let Operation { kind, name, at, .. } = operation;
        if kind == OperationKind::Delete && name.contains('*') {
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
        // A field whose name has a colon is not sent.
        if !is_about_robots(name) || name.contains(':') {
            return Ok(());
        }
        let same = |field: &Field| field.name.eq_ignore_ascii_case(name);
        match kind {
            OperationKind::Delete => self.fields.retain(|field| !same(field)),
            OperationKind::Replace if !self.caddy.sets(name) => {}
            OperationKind::Replace => {
                let reason = "versions of Caddy replace parts of values at different times";
                return Err(at.unknown(Why::Variable, reason));
            }
            _ => {
                let value = self.text(operation.value, at)?;
                if kind == OperationKind::Set {
                    self.fields.retain(|field| !same(field));
                }
                self.fields.push(at.field(name, value));
            }
        }
        Ok(())
    }
}
