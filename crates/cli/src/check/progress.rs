//! The progress of a list of pages: a bar on a terminal, elsewhere lines if --progress requires them.

use std::io::{self, IsTerminal as _};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::progress::{ProgressWhen, TICK};
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
        let is_on_terminal = io::stderr().is_terminal();
        let has_bar = is_on_terminal && !is_verbose && pages > 1 && when != ProgressWhen::Never;
        let bar = if has_bar {
            let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
            bar.set_length(pages as u64);
            bar.set_style(
                ProgressStyle::with_template(BAR).unwrap_or_else(|_| ProgressStyle::default_bar()),
            );
            bar.enable_steady_tick(TICK);
            bar
        } else {
            ProgressBar::hidden()
        };
        PageProgress {
            bar,
            has_lines: when == ProgressWhen::Always && !is_on_terminal,
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

/// At most 65 columns for up to 9,999,999 pages.
const BAR: &str = "{bar:14} {human_pos} of {human_len} pages, {per_sec}, {eta} left";
