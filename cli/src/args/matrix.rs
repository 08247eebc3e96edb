//! The options of `matrix`.

use std::path::PathBuf;

use clap::Args as ClapArgs;

use robots_policy::Accessor;

use crate::matrix::MatrixSettings;
use crate::output::Color;
use crate::question::{distinct, target};

#[derive(ClapArgs)]
pub(crate) struct MatrixArgs {
    /// The file, alone or as `curl -si` writes it: then its status counts too; `-` is standard input
    #[arg(value_name = "ROBOTS")]
    robots: PathBuf,

    /// Product tokens of an asker, the most specific first, as in `ExampleBot-News,ExampleBot`; `*` is a client without a
    /// product token. Repeat it for further askers, one column each
    #[arg(long, value_name = "TOKENS", required = true)]
    agent: Vec<Accessor>,

    /// The former name of `--agent`
    #[arg(long, hide = true, value_parser = former_agents)]
    agents: Option<String>,

    /// Absolute URLs, or paths that start with `/`
    #[arg(value_name = "URL", required = true, value_parser = target)]
    urls: Vec<String>,

    /// When to colour the answers
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    color: Color,
}

impl From<MatrixArgs> for MatrixSettings {
    fn from(args: MatrixArgs) -> MatrixSettings {
        MatrixSettings {
            robots: args.robots,
            askers: distinct(args.agent),
            urls: args.urls,
            color: args.color,
        }
    }
}

/// The error of the former option, which had a token of each asker.
fn former_agents(tokens: &str) -> Result<String, String> {
    let options: Vec<String> = tokens
        .split(',')
        .map(|token| format!("--agent {}", token.trim()))
        .collect();
    Err(format!(
        "every asker has an option of its own now; write {}",
        options.join(" ")
    ))
}

pub(super) const MATRIX_EXAMPLES: &str = "\
Examples:
  robots-policy matrix robots.txt --agent Googlebot --agent GPTBot \\
    --agent '*' / /private/a.html '/search?q=x'
  curl -si https://example.com/robots.txt | \\
    robots-policy matrix - --agent ExampleBot /

What is wrong with the file is told on standard error.

Exit status: 0 answered, 1 the file is unreadable or names no crawler and no
sitemap, 2 usage.";
