//! How far a long run has come, told on a terminal and nowhere else.

use std::fmt;
use std::io::{self, IsTerminal};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use crate::archive_inputs::Input;
use crate::say::warn;

/// The progress of a run over archives: bytes of them, records a second, time that is left.
pub(crate) struct RunProgress {
    bar: ProgressBar,
    records: Arc<AtomicU64>,
}

/// The progress within one archive.
pub(crate) struct ArchiveProgress<'p> {
    progress: &'p RunProgress,
    bytes: u64,
}

impl RunProgress {
    /// Begins a run over these archives.
    pub(crate) fn new(inputs: &[Input], is_quiet: bool) -> RunProgress {
        let total: Option<u64> = inputs.iter().map(|input| input.size).sum();
        let target = if is_quiet || !io::stderr().is_terminal() {
            ProgressDrawTarget::hidden()
        } else {
            ProgressDrawTarget::stderr()
        };
        let records = Arc::new(AtomicU64::new(0));
        let bar = ProgressBar::with_draw_target(total, target);
        bar.set_style(style(total.is_some(), Arc::clone(&records)));
        bar.enable_steady_tick(TICK);
        RunProgress { bar, records }
    }

    /// Begins with one archive.
    pub(crate) fn reading(&self) -> ArchiveProgress<'_> {
        ArchiveProgress {
            progress: self,
            bytes: 0,
        }
    }

    /// Leaves out an archive that need not be read.
    pub(crate) fn skip(&self, input: &Input) {
        let left = self.bar.length().unwrap_or(0);
        self.bar
            .set_length(left.saturating_sub(input.size.unwrap_or(0)));
    }

    /// Tells a line on standard error.
    pub(crate) fn tell(&self, line: &str) {
        self.bar.suspend(|| {
            warn(&line);
        });
    }

    /// Takes the bar away.
    pub(crate) fn end(&self) {
        self.bar.finish_and_clear();
    }
}

impl Drop for RunProgress {
    /// A run that fails leaves no bar either.
    fn drop(&mut self) {
        self.end();
    }
}

impl ArchiveProgress<'_> {
    /// Counts a record, and says how many bytes of the archive have been read so far.
    pub(crate) fn record(&mut self, bytes: u64) {
        self.progress.records.fetch_add(1, Ordering::Relaxed);
        self.progress.bar.inc(bytes.saturating_sub(self.bytes));
        self.bytes = bytes;
    }
}

fn style(is_total_known: bool, records: Arc<AtomicU64>) -> ProgressStyle {
    let template = if is_total_known {
        "{bar:30} {bytes} of {total_bytes}, {bytes_per_sec}, {records}, {eta} left"
    } else {
        "{spinner} {bytes}, {bytes_per_sec}, {records}, {elapsed}"
    };
    let tell = move |state: &ProgressState, out: &mut dyn fmt::Write| {
        let rate =
            u128::from(records.load(Ordering::Relaxed)) * 1000 / state.elapsed().as_millis().max(1);
        let _ = write!(out, "{rate} records/s");
    };
    ProgressStyle::with_template(template)
        .unwrap_or_else(|_| ProgressStyle::default_bar())
        .with_key("records", tell)
}

/// Between two looks at how far it has come.
const TICK: Duration = Duration::from_millis(200);
