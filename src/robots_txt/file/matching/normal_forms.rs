//! Patterns whose normal form is not in the file.
//!
//! Most patterns are in normal form as they are written, and a rule of the index then names its line. For the others the
//! forms are kept here, all in one run of octets, and a rule names the number of its form instead (a flag in its row, see
//! [`super::rows`]). The form leads back to the line, which callers see and which decides ties.

use crate::provenance::Span;

/// The normal forms of rules that are written in another form, by number.
#[derive(Debug, Default)]
pub(crate) struct NormalForms {
    octets: Vec<u8>,
    /// For each form the index of its rule's line, and where it begins in the octets. It ends where the next form begins, or at the
    /// end.
    kept: Vec<(u32, u32)>,
}

impl NormalForms {
    /// The octets that it keeps in memory.
    pub(crate) fn weight(&self) -> usize {
        self.octets.len() + size_of_val(&*self.kept)
    }

    /// Keeps a form of the rule on this line, and gives its number.
    pub(crate) fn push(&mut self, line: u32, form: &[u8]) -> u32 {
        let short = |offset: usize| u32::try_from(offset).unwrap_or(u32::MAX);
        let start = short(self.octets.len());
        self.octets.extend_from_slice(form);
        self.kept.push((line, start));
        short(self.kept.len() - 1)
    }

    /// The form of this number.
    #[inline]
    pub(crate) fn get(&self, number: u32) -> &[u8] {
        let number = number as usize;
        let start = |number: usize| self.kept.get(number).map(|(_, start)| *start as usize);
        let end = start(number + 1).unwrap_or(self.octets.len());
        Span::new(start(number).unwrap_or(end), end).of(&self.octets)
    }

    /// The line of the form of this number.
    #[inline]
    pub(crate) fn line(&self, number: u32) -> u32 {
        self.kept
            .get(number as usize)
            .map_or(u32::MAX, |(line, _)| *line)
    }

    /// The forms without spare capacity.
    pub(crate) fn finish(mut self) -> NormalForms {
        self.octets.shrink_to_fit();
        self.kept.shrink_to_fit();
        self
    }

    /// Whether there are none.
    pub(crate) fn is_empty(&self) -> bool {
        self.kept.is_empty()
    }
}
