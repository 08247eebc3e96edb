//! Holds the work that hostile inputs make to the budgets of their table, and prints what it measured. It is run by
//! `fuzz/work`.

#[cfg(counting_work)]
mod counter;
#[cfg(counting_work)]
#[path = "../../../tests/counting/mod.rs"]
mod counting;
#[cfg(counting_work)]
mod held;
#[cfg(counting_work)]
#[path = "../../../tests/hostile/mod.rs"]
mod hostile;

#[cfg(counting_work)]
fn main() -> std::process::ExitCode {
    held::all()
}

#[cfg(not(counting_work))]
fn main() {
    eprintln!("built without counters; run fuzz/work");
}
