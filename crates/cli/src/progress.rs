//! The progress of a long run: a bar on a terminal, elsewhere lines if --progress requires them.

use std::fmt;
use std::io::{self, IsTerminal};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use clap::{Args, ValueEnum};
use indicatif::{
    DecimalBytes, HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle,
};

use robots_policy_archives::Progress;
use robots_policy_archives::archive_inputs::Input;

use crate::say::{grouped, number, warn};

/// When to show progress. The default shows none without a terminal: cron sends a mail for every output.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ProgressWhen {
    /// A bar, if standard error is a terminal
    Auto,
    /// A bar on a terminal, elsewhere a line for each finished archive or page
    Always,
    /// Never
    Never,
}

/// Its options.
#[derive(Args)]
pub(crate) struct ProgressArgs {
    /// When to show progress on standard error
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    progress: ProgressWhen,

    /// Show no progress: --progress never
    #[arg(short, long, conflicts_with = "progress")]
    quiet: bool,
}

impl ProgressArgs {
    pub(crate) fn when(&self) -> ProgressWhen {
        if self.quiet {
            return ProgressWhen::Never;
        }
        self.progress
    }
}

impl ProgressWhen {
    /// Whether lines are shown.
    pub(crate) fn has_lines(self) -> bool {
        self == ProgressWhen::Always && !io::stderr().is_terminal()
    }

    /// A bar that counts things of this kind, as `page`; none without a terminal.
    pub(crate) fn bar(self, length: u64, of: &str) -> ProgressBar {
        if self == ProgressWhen::Never || !io::stderr().is_terminal() {
            return ProgressBar::hidden();
        }
        let bar = ProgressBar::with_draw_target(Some(length), ProgressDrawTarget::stderr());
        let style = ProgressStyle::with_template(&BAR.replace("OF", of));
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        bar.enable_steady_tick(TICK);
        bar
    }
}

/// The progress of a run over archives: bytes, finished archives, and the remaining time.
pub(crate) struct RunProgress {
    bar: ProgressBar,
    /// How many archives are finished, and how many there are.
    done: Arc<AtomicU64>,
    all: u64,
    /// The number of archives whose length is not known. Until it is 0, a share of the whole would mislead.
    unsized_archives: AtomicU64,
    has_lines: bool,
}

impl RunProgress {
    /// Begins a run over these archives.
    pub(crate) fn new(inputs: &[Input], when: ProgressWhen) -> RunProgress {
        let total: u64 = inputs.iter().filter_map(|input| input.size).sum();
        let unsized_archives = inputs.iter().filter(|input| input.size.is_none()).count() as u64;
        let target = if io::stderr().is_terminal() && when != ProgressWhen::Never {
            ProgressDrawTarget::stderr()
        } else {
            ProgressDrawTarget::hidden()
        };
        let (done, all) = (Arc::new(AtomicU64::new(0)), inputs.len() as u64);
        let bar = ProgressBar::with_draw_target(Some(total), target);
        bar.set_style(style(unsized_archives == 0, Arc::clone(&done), all));
        bar.enable_steady_tick(TICK);
        RunProgress {
            bar,
            done,
            all,
            unsized_archives: AtomicU64::new(unsized_archives),
            has_lines: when.has_lines(),
        }
    }

    /// The length of one more archive is known.
    fn sized(&self) {
        if self.unsized_archives.fetch_sub(1, Ordering::Relaxed) == 1 {
            self.bar
                .set_style(style(true, Arc::clone(&self.done), self.all));
        }
    }

    /// Removes the bar.
    pub(crate) fn end(&self) {
        self.bar.finish_and_clear();
    }
}

impl Progress for RunProgress {
    fn opened(&self, input: &Input) {
        if let (None, Some(length)) = (input.size, input.length()) {
            self.bar.inc_length(length);
            self.sized();
        }
    }

    fn read(&self, bytes: u64) {
        self.bar.inc(bytes);
    }

    fn skip(&self, input: &Input) {
        match input.size {
            Some(size) => self.bar.dec_length(size),
            None => self.sized(),
        }
        self.done.fetch_add(1, Ordering::Relaxed);
    }

    fn done(&self, input: &Input, result: &str) {
        let done = self.done.fetch_add(1, Ordering::Relaxed) + 1;
        if self.has_lines {
            let of = of(done, self.all);
            warn(&format_args!("{of}: {}, {result}", input.name));
        }
    }

    fn line(&self, line: &str) {
        self.bar.suspend(|| {
            warn(&line);
        });
    }
}

impl Drop for RunProgress {
    /// A run that fails leaves no bar either.
    fn drop(&mut self) {
        self.end();
    }
}

fn style(is_total_known: bool, done: Arc<AtomicU64>, all: u64) -> ProgressStyle {
    let template = if is_total_known {
        "{bar:14} {how_far}"
    } else {
        "{spinner} {how_far}"
    };
    let how_far = move |state: &ProgressState, out: &mut dyn fmt::Write| {
        let how_far = HowFar {
            bytes: state.pos(),
            all_bytes: state.len().filter(|_| is_total_known),
            bytes_a_second: state.per_sec(),
            left: state.eta(),
            elapsed: state.elapsed(),
            archives: of(done.load(Ordering::Relaxed), all),
        };
        let _ = write!(out, "{how_far}");
    };
    ProgressStyle::with_template(template)
        .unwrap_or_else(|_| ProgressStyle::default_bar())
        .with_key("how_far", how_far)
}

/// As in `3 of 1,200 archives`.
fn of(done: u64, all: u64) -> String {
    format!("{} of {}", grouped(done.into()), number(all, "archive"))
}

/// The text beside the bar, at most 65 columns for up to 99,999 archives.
struct HowFar {
    bytes: u64,
    all_bytes: Option<u64>,
    bytes_a_second: f64,
    left: Duration,
    elapsed: Duration,
    archives: String,
}

impl fmt::Display for HowFar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // a rate for people
        let rate = DecimalBytes(self.bytes_a_second as u64);
        write!(f, "{}, ", self.archives)?;
        if let Some(all) = self.all_bytes {
            let percent = self.bytes.saturating_mul(100) / all.max(1);
            let left = HumanDuration(self.left);
            return write!(f, "{percent} %, {rate}/s, {left:#} left");
        }
        let (bytes, elapsed) = (DecimalBytes(self.bytes), HumanDuration(self.elapsed));
        write!(f, "{bytes}, {rate}/s, {elapsed:#}")
    }
}

/// The time between two updates.
const TICK: Duration = Duration::from_millis(200);
/// At most 66 columns for up to 9,999,999 things.
const BAR: &str = "{bar:14} {human_pos} of {human_len} OFs, {per_sec}, {eta} left";

#[cfg(test)]
#[allow(clippy::unwrap_used)] // a test fails by panicking
mod tests {
    use robots_policy_archives::Skip;
    use robots_policy_kit::server::{Server, ok};
    use robots_policy_live::Interrupt;

    use super::*;
    use robots_policy_archives::archive_inputs::{Archives, Decoding};

    #[test]
    fn the_length_of_an_address_is_added_when_the_server_answers() {
        let server = Server::of(ok("", [7; 1000]));
        let names = ["/a", "/b", "/c"].map(|path| server.url(path).into());
        let archives = Archives {
            names: names.to_vec(),
            list: None,
            base: None,
            stdin_name: None,
            records: None,
            trust: None,
            uses_proxy: false,
        };
        let inputs = archives.inputs(&|_| ()).unwrap().inputs;
        let progress = RunProgress::new(&inputs, ProgressWhen::Never);
        let seen = || {
            let left = progress.unsized_archives.load(Ordering::Relaxed);
            (progress.bar.length(), left)
        };
        assert_eq!(seen(), (Some(0), 3));
        let [a, b, c] = inputs.as_slice() else {
            panic!("{inputs:?}")
        };
        let decoding = Decoding::new(Skip::Verified, 1, None, 1).ok().unwrap();
        let open = |input: &Input| {
            let parts = input.parts(&decoding, &Interrupt::default());
            parts.unwrap().count()
        };
        assert_eq!(open(a), 1);
        progress.opened(a);
        assert_eq!(seen(), (Some(1000), 2));
        progress.skip(b);
        assert_eq!(open(c), 1);
        progress.opened(c);
        assert_eq!(seen(), (Some(2000), 0));
    }

    #[test]
    fn the_bar_fits_on_80_columns() {
        for (done, all_bytes) in [(1, Some(9_999_999_999_999)), (99_998, None), (1, Some(0))] {
            for left in [0, 59, 3599, 86_399, 86_400 * 300] {
                let how_far = HowFar {
                    bytes: 9_999_999_999_998,
                    all_bytes,
                    bytes_a_second: 999_990_000.0,
                    left: Duration::from_secs(left),
                    elapsed: Duration::from_secs(left),
                    archives: of(done, 99_999),
                };
                let line = format!("{} {how_far}", "█".repeat(14));
                assert!(line.chars().count() <= 80, "{line}");
            }
        }
        assert_eq!(of(1, 1), "1 of 1 archive");
    }
}
