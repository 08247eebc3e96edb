//! Patterns whose normal form is not in the file.

use crate::provenance::Span;

/// The normal forms of rules that are written otherwise.
#[derive(Debug, Default)]
pub(crate) struct NormalForms {
    octets: Vec<u8>,
    kept: Vec<Form>,
}

#[derive(Clone, Copy, Debug)]
struct Form {
    /// The index of the rule's line.
    line: u32,
    /// Where it begins in the octets; it ends where the next one begins.
    start: u32,
}

impl NormalForms {
    /// Keeps a form of the rule on this line, and gives its number.
    pub(crate) fn push(&mut self, line: u32, form: &[u8]) -> u32 {
        let short = |offset: usize| u32::try_from(offset).unwrap_or(u32::MAX);
        let start = short(self.octets.len());
        self.octets.extend_from_slice(form);
        self.kept.push(Form { line, start });
        short(self.kept.len() - 1)
    }

    /// The form of this number.
    #[inline]
    pub(crate) fn get(&self, number: u32) -> &[u8] {
        let number = number as usize;
        let start = |number: usize| self.kept.get(number).map(|form| form.start as usize);
        let end = start(number + 1).unwrap_or(self.octets.len());
        Span::new(start(number).unwrap_or(end), end).of(&self.octets)
    }

    /// The line of the form of this number.
    #[inline]
    pub(crate) fn line(&self, number: u32) -> u32 {
        self.kept
            .get(number as usize)
            .map_or(u32::MAX, |form| form.line)
    }

    /// What is kept of them; nothing if there are none.
    pub(crate) fn finish(mut self) -> Option<Box<NormalForms>> {
        self.octets.shrink_to_fit();
        self.kept.shrink_to_fit();
        (!self.kept.is_empty()).then(|| Box::new(self))
    }
}
