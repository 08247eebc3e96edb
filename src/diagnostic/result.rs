//! The result of every reader: a value, and the diagnostics of the reading.

use super::{Diagnostic, Severity};

/// A value that was read, and the diagnostics of the reading. Reading never fails.
///
/// There is one way to read each input; strictness is a question to the result. A crawler takes the value, a checker
/// lists the diagnostics, and a test suite calls [`Parsed::strict`].
///
/// Its fields are public, and there will be no others, because a caller takes the two apart: it is a pair with names.
///
/// It has no default: an empty one says that an input was read and is silent, so that
/// `read.unwrap_or_default()` would permit what nobody read.
///
/// ```compile_fail,E0277
/// use robots_policy::{Parsed, Signal};
///
/// let failed: Result<Parsed<Vec<Signal>>, &str> = Err("the parser gave up");
/// let read = failed.unwrap_or_default();
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[must_use]
pub struct Parsed<T> {
    /// The value: signals, or a robots.txt.
    pub value: T,
    /// The diagnostics, in the order of the input.
    pub diagnostics: Vec<Diagnostic>,
}

impl<T: Default> Parsed<T> {
    /// A reading before its first byte.
    pub(crate) fn begun() -> Parsed<T> {
        Parsed {
            value: T::default(),
            diagnostics: Vec::new(),
        }
    }
}

impl<T> Parsed<T> {
    /// The same reading of another type.
    pub(crate) fn map<U>(self, of: impl FnOnce(T) -> U) -> Parsed<U> {
        Parsed {
            value: of(self.value),
            diagnostics: self.diagnostics,
        }
    }

    /// The strict view: the first diagnostic of at least this weight is an error. The value is then given up.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_policy::{HeaderReader, RobotsTxt, Severity};
    ///
    /// let file = RobotsTxt::parse(b"User-agent: *\nDisalow: /private");
    /// assert_eq!(file.diagnostics.len(), 1);
    /// assert!(file.clone().strict(Severity::Error).is_ok());
    /// assert_eq!(file.strict(Severity::Warning).unwrap_err().code().name(), "misspelt-key");
    ///
    /// let clean = HeaderReader::new().read_lines([("X-Robots-Tag", "noindex, nofollow")]);
    /// assert_eq!(clean.strict(Severity::Notice)?.len(), 2);
    /// # Ok::<(), robots_policy::Diagnostic>(())
    /// ```
    ///
    /// # Errors
    /// `noindex; nofollow` has a [`DiagnosticCode::Separator`](crate::DiagnosticCode::Separator) warning, so it is an
    /// error from [`Severity::Warning`] on.
    pub fn strict(self, weight: Severity) -> Result<T, Diagnostic> {
        match self
            .diagnostics
            .into_iter()
            .find(|diagnostic| diagnostic.severity() >= weight)
        {
            Some(diagnostic) => Err(diagnostic),
            None => Ok(self.value),
        }
    }
}
