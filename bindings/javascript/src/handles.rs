//! Values that the other side holds by a number.

/// Values by their numbers. The number of a value that was taken is given again.
pub(crate) struct Handles<T> {
    held: Vec<Option<T>>,
    free: Vec<usize>,
}

impl<T> Handles<T> {
    pub(crate) const fn new() -> Handles<T> {
        Handles {
            held: Vec::new(),
            free: Vec::new(),
        }
    }

    /// Holds a value; returns its number.
    pub(crate) fn hold(&mut self, value: T) -> usize {
        let number = self.free.pop().unwrap_or(self.held.len());
        match self.held.get_mut(number) {
            Some(place) => *place = Some(value),
            None => self.held.push(Some(value)),
        }
        number
    }

    pub(crate) fn get_mut(&mut self, number: usize) -> Option<&mut T> {
        self.held.get_mut(number)?.as_mut()
    }

    /// Takes the value out; `None` if it was taken before.
    pub(crate) fn take(&mut self, number: usize) -> Option<T> {
        let value = self.held.get_mut(number)?.take()?;
        self.free.push(number);
        Some(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_given_again_once_it_is_free() {
        let mut handles = Handles::new();
        assert_eq!((handles.hold('a'), handles.hold('b')), (0, 1));
        assert_eq!((handles.take(0), handles.take(0)), (Some('a'), None));
        assert_eq!((handles.hold('c'), handles.hold('d')), (0, 2));
        assert_eq!(handles.get_mut(1), Some(&mut 'b'));
        assert_eq!(handles.get_mut(7), None);
    }
}
