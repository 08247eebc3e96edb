//! The list as CSV, as JSON lines, and for people.

use std::io::{self, Write};

use robots_policy::uses::Activity;
use serde::Serializer as _;
use serde_json::Value;

use super::DomainsFormat;
use super::count::{ANSWERS, Count};
use super::list::List;
use crate::csv::quoted;
use crate::say::{grouped, number};

impl List {
    /// Writes the list of this agent and this use.
    pub(super) fn write(
        &self,
        out: &mut dyn Write,
        format: DomainsFormat,
        agent: &str,
        activity: Activity,
    ) -> io::Result<()> {
        match format {
            DomainsFormat::Csv => self.csv(out),
            DomainsFormat::Json => self.json(out),
            DomainsFormat::Text => self.text(out, agent, activity),
        }
    }

    fn csv(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{}", names().collect::<Vec<_>>().join(","))?;
        for (domain, count) in &self.rows {
            let octets = count
                .octets()
                .map_or_else(String::new, |octets| octets.to_string());
            write!(out, "{},{},{octets}", quoted(domain), count.pages)?;
            for answer in count.answers {
                write!(out, ",{answer}")?;
            }
            writeln!(out)?;
        }
        Ok(())
    }

    fn json(&self, out: &mut dyn Write) -> io::Result<()> {
        for (domain, count) in &self.rows {
            let numbers = [("pages", Some(count.pages)), ("octets", count.octets())];
            let answers = ANSWERS.into_iter().zip(count.answers.map(Some));
            let numbers = numbers.into_iter().chain(answers);
            let numbers = numbers.map(|(name, number)| (name, number.into()));
            let all = [("domain", Value::from(&**domain))]
                .into_iter()
                .chain(numbers);
            serde_json::Serializer::new(&mut *out).collect_map(all)?;
            writeln!(out)?;
        }
        Ok(())
    }

    fn text(&self, out: &mut dyn Write, agent: &str, activity: Activity) -> io::Result<()> {
        let domains = number(self.domains as u64, "domain");
        let pages = number(self.pages, "page");
        let shown = if self.rows.len() < self.domains {
            format!("; the first {}", grouped(self.rows.len() as u128))
        } else {
            String::new()
        };
        writeln!(
            out,
            "{agent}, use {}: {pages} of {domains}{shown}",
            activity.name()
        )?;
        let mut rows = vec![names().map(str::to_owned).collect::<Vec<_>>()];
        rows.extend(self.rows.iter().map(|(domain, count)| cells(domain, count)));
        let widths: Vec<usize> = (0..names().count())
            .map(|at| {
                rows.iter()
                    .filter_map(|row| row.get(at))
                    .map(String::len)
                    .max()
                    .unwrap_or(0)
            })
            .collect();
        for row in &rows {
            let mut cells = row.iter().zip(&widths);
            if let Some((domain, width)) = cells.next() {
                write!(out, "{domain:width$}")?;
            }
            for (cell, width) in cells {
                write!(out, "  {cell:>width$}")?;
            }
            writeln!(out)?;
        }
        Ok(())
    }
}

/// The names of the columns.
fn names() -> impl Iterator<Item = &'static str> {
    ["domain", "pages", "octets"].into_iter().chain(ANSWERS)
}

/// A row for people. A size that is not known is `?`.
fn cells(domain: &str, count: &Count) -> Vec<String> {
    let grouped = |number: u64| grouped(u128::from(number));
    let octets = count.octets().map_or_else(|| String::from("?"), grouped);
    let numbers = [grouped(count.pages), octets].into_iter();
    let answers = count.answers.iter().map(|answer| grouped(*answer));
    [domain.to_owned()]
        .into_iter()
        .chain(numbers)
        .chain(answers)
        .collect()
}
