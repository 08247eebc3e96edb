//! The options of `matrix`.

use std::path::PathBuf;

use clap::Args as ClapArgs;

use super::shared::{AgentToken, asker_token};
use crate::matrix::MatrixSettings;
use crate::output::Color;
use crate::question::target;

#[derive(ClapArgs)]
pub(crate) struct MatrixArgs {
    /// The file, alone or as `curl -si` writes it: then its status counts too; `-` is standard input
    #[arg(value_name = "ROBOTS")]
    robots: PathBuf,

    /// Product tokens, one column each; `*` is a client without a product token
    #[arg(long, value_name = "TOKENS", value_delimiter = ',', required = true, value_parser = asker_token)]
    agents: Vec<AgentToken>,

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
            agents: args.agents,
            urls: args.urls,
            color: args.color,
        }
    }
}

pub(super) const MATRIX_EXAMPLES: &str = "\
Examples:
  robots-policy matrix robots.txt --agents Googlebot,GPTBot,'*' \\
    / /private/a.html '/search?q=x'
  curl -si https://example.com/robots.txt | \\
    robots-policy matrix - --agents ExampleBot /

What is wrong with the file is told on standard error.

Exit status: 0 answered, 1 the file is unreadable or names no crawler and no
sitemap, 2 usage.";
