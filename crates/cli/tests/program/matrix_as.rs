//! `matrix --as`: a row for each engine, by its own rules.

use std::fs;

use robots_policy::engines::Profile;
use robots_policy_kit::output::ends;

use crate::scanning::{command, folder};

/// Own groups, one that others obey too, one for every client, and one that only a use depends on.
const ROBOTS: &str = "User-agent: Googlebot\nDisallow: /a\n\nUser-agent: msnbot\nDisallow: /\n\nUser-agent: Google-Extended\nDisallow: /\n\nUser-agent: *\nDisallow: /b\nContent-Usage: train-ai=n\n";

#[test]
fn every_engine_has_a_row_that_fits_80_columns() {
    let folder = folder("matrix-as-all");
    fs::write(folder.join("robots.txt"), ROBOTS).unwrap();
    let names = |words: &str| {
        let output = command(&folder, words).env("COLUMNS", "80").output();
        let table = ends(&output.unwrap(), 0);
        for line in table.lines() {
            assert!(line.chars().count() <= 80, "{line}");
        }
        let rows = table.lines().skip_while(|line| !line.ends_with("  by"));
        let rows = rows
            .skip(1)
            .take_while(|line| !line.is_empty() && !line.starts_with("line "))
            .filter(|line| !line.starts_with(' '));
        let rows = rows.map(|row| row.split(' ').next().unwrap().to_owned());
        rows.collect::<Vec<_>>()
    };
    let in_use = Profile::all().filter(|profile| profile.retired().is_none());
    let in_use: Vec<&str> = in_use.map(Profile::name).collect();
    let long = "https://site.example/a/path/that/has/more/than/its/column";
    for urls in ["/ /a", long] {
        assert_eq!(names(&format!("matrix robots.txt --as all {urls}")), in_use);
    }
}
