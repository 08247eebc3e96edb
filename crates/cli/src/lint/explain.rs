//! `robots-policy explain`: a rule of `lint`, or all.

mod example;

use std::io::{self, BufWriter, Write};

use robots_policy::Directive;
use robots_policy_lint::{Need, RULES, Rule};
use robots_policy_show::Layout;
use toml::de::DeTable;

use self::example::shown;
use super::levels::code_of;
use crate::exit::{Exit, Failure};

/// Shows the rule of this code, or the list of all.
pub(crate) fn explain(code: Option<&str>) -> Result<Exit, Failure> {
    let layout = Layout::of_page();
    let mut out = BufWriter::new(io::stdout().lock());
    let directive = code.and_then(|name| name.parse::<Directive>().ok());
    match (code, directive) {
        (_, Some(known)) => {
            let line = format!("{known}: {} ({})", known.meaning(), known.clause());
            writeln!(out, "{}", layout.wrapped(&line, 2))?;
        }
        (Some(name), None) => {
            let code = code_of(name).map_err(Failure::Usage)?;
            write_rule(&mut out, code.rule(), &layout)?;
        }
        (None, None) => list(&mut out, &layout)?,
    }
    out.flush()?;
    Ok(Exit::Answered)
}

fn list(out: &mut dyn Write, layout: &Layout) -> io::Result<()> {
    let width = RULES.iter().map(|rule| rule.name.len()).max();
    let width = width.unwrap_or_default();
    for rule in &RULES {
        let line = format!("{:width$}  {:7}  {}", rule.name, rule.level, rule.title);
        writeln!(out, "{}", layout.wrapped(&line, width + 11))?;
    }
    Ok(())
}

fn write_rule(out: &mut dyn Write, rule: &Rule, layout: &Layout) -> io::Result<()> {
    let needs: Vec<&str> = rule.needs.iter().map(|need: &Need| need.name()).collect();
    writeln!(
        out,
        "{}",
        layout.wrapped(&format!("{}: {}", rule.name, rule.title), 2)
    )?;
    writeln!(out)?;
    for (name, text) in [
        ("level", rule.level.name()),
        ("needs", &needs.join(", ")),
        ("clause", rule.clause),
    ] {
        writeln!(out, "{}", layout.wrapped(&format!("{name:6}  {text}"), 8))?;
    }
    writeln!(out)?;
    writeln!(out, "{}", layout.wrapped(rule.consequence, 0))?;
    writeln!(out, "{}", layout.wrapped(rule.advice, 0))?;
    let examples = DeTable::parse(rule.code.examples()).map_err(io::Error::other)?;
    for (name, key) in [("Reported:", "fires"), ("Not reported:", "quiet")] {
        let Some(example) = examples.get_ref().get(key) else {
            continue;
        };
        writeln!(out, "\n{name}\n")?;
        let example = example.get_ref().as_table().map(shown);
        for line in example.unwrap_or_default().trim_end().lines() {
            let line = layout.wrapped(&format!("  {line}"), 4);
            writeln!(out, "{}", line.trim_end())?;
        }
    }
    Ok(())
}
