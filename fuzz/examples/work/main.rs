//! Holds the work that hostile inputs make to the budgets of their table, and prints the measurements. Searches all pairs
//! of elements for one that costs more than it should. `fuzz/work` runs it.

#[cfg(counting_work)]
#[cfg(counting_work)]
mod counter;
#[cfg(counting_work)]
mod likeness;
#[cfg(counting_work)]
mod pairs;
mod table;

#[cfg(counting_work)]
#[global_allocator]
static ALLOCATOR: robots_policy_kit::counting::Counting = robots_policy_kit::counting::Counting;

#[cfg(counting_work)]
fn main() -> std::process::ExitCode {
    use std::process::ExitCode;

    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [what, part, parts] = &*arguments
        && what == "pairs"
    {
        let [part, parts] = [part, parts].map(|number| number.parse().expect("a number"));
        return pairs::search(part, parts);
    }
    let searches = pairs::start(2);
    let held = table::all();
    let found = searches.into_iter().map(|mut search| search.wait());
    let is_linear = found.filter(|found| !found.as_ref().is_ok_and(|status| status.success()));
    if is_linear.count() == 0 {
        held
    } else {
        ExitCode::FAILURE
    }
}

#[cfg(not(counting_work))]
fn main() {
    eprintln!("built without counters; run fuzz/work");
}
