//! The progress of a list of pages: a bar on a terminal, elsewhere lines if --progress requires them.

use indicatif::ProgressBar;

use crate::progress::ProgressWhen;
use crate::say::{grouped, number, warn};

/// The progress of a run over pages.
pub(crate) struct PageProgress {
    bar: ProgressBar,
    has_lines: bool,
    done: u64,
    all: u64,
}

impl PageProgress {
    /// Begins a run over `pages` pages. A verbose run writes each request, so it needs no progress bar.
    pub(crate) fn new(pages: usize, when: ProgressWhen, is_verbose: bool) -> PageProgress {
        let has_bar = !is_verbose && pages > 1;
        let of_bar = if has_bar { when } else { ProgressWhen::Never };
        PageProgress {
            bar: of_bar.bar(pages as u64, "page"),
            has_lines: when.has_lines(),
            done: 0,
            all: pages as u64,
        }
    }

    /// Runs `write`, which writes to the terminal, while the bar is hidden.
    pub(crate) fn without_bar<T>(&self, write: impl FnOnce() -> T) -> T {
        self.bar.suspend(write)
    }

    /// A page has been answered.
    pub(crate) fn done(&mut self, url: &url::Url) {
        self.done += 1;
        self.bar.inc(1);
        if self.has_lines {
            let done = grouped(self.done.into());
            warn(&format_args!(
                "{done} of {}: {url}",
                number(self.all, "page")
            ));
        }
    }
}

impl Drop for PageProgress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
