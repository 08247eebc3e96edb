//! The wish of a user that a run ends.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether the user wants the run to end.
#[derive(Clone, Default)]
pub struct Interrupt {
    flag: Arc<AtomicBool>,
    /// A further way to ask, which is looked at while something is waited for.
    look: Option<Arc<dyn Fn() -> bool + Send + Sync>>,
}

impl fmt::Debug for Interrupt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Interrupt({})", self.flag.load(Ordering::Relaxed))
    }
}

impl Interrupt {
    /// The run is to end when the flag is set, as by a signal.
    pub fn of_flag(flag: Arc<AtomicBool>) -> Interrupt {
        Interrupt { flag, look: None }
    }

    /// The run is to end when this says so. It is called again and again, from any thread.
    pub fn of(look: impl Fn() -> bool + Send + Sync + 'static) -> Interrupt {
        Interrupt {
            flag: Arc::default(),
            look: Some(Arc::new(look)),
        }
    }

    /// Asks the run to end, as a signal does.
    pub fn ask(&self) {
        self.flag.store(true, Ordering::Relaxed);
    }

    /// Whether the run is to end.
    pub fn is_asked(&self) -> bool {
        self.flag.load(Ordering::Relaxed) || self.look.as_ref().is_some_and(|look| look())
    }
}
