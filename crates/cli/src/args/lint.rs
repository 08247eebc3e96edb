//! The options of `lint` and `explain`.

use std::path::PathBuf;
use std::time::SystemTime;

use clap::{Args as ClapArgs, Subcommand};
use robots_policy::Timestamp;
use robots_policy_input::values::{moment, target};
use url::Url;

use robots_policy_input::names::shown;
use robots_policy_lint::{Level, ServerKind};

use crate::lint::{
    FailLevel, Fixes, IntentArgs, LintFormat, LintSettings, LiveArgs, ServerChoice, kind_of_name,
    least_level, level_of_rule, split,
};
use crate::output::Color;

/// The commands about what owners wrote.
#[derive(Subcommand)]
pub(crate) enum LintCommand {
    /// Find what owners got wrong in robots.txt, fields and pages: statements that are not heard, and for which engine
    #[command(after_help = include_str!("notes/lint.txt").trim_end())]
    Lint(Box<LintArgs>),

    /// Show a rule of `lint`, or a directive: what follows from what is written, and what to write instead
    #[command(after_help = include_str!("notes/explain.txt").trim_end())]
    Explain {
        /// The code of a rule, as findings have it in brackets, or a directive; without one, all rules are listed
        #[arg(value_name = "CODE")]
        code: Option<String>,
    },
}

#[derive(ClapArgs)]
pub(crate) struct LintArgs {
    /// robots.txt files, saved responses as `curl -i` writes them, HTML pages, HAR, sitemaps, `tdmrep.json`, licences in RSL, and
    /// folders of a built site, known by their content; addresses of pages, which begin with `https://` or `http://`; `-` is
    /// standard input
    #[arg(value_name = "INPUT", required = true)]
    inputs: Vec<PathBuf>,

    #[command(flatten)]
    live: LiveArgs,

    /// The robots.txt of the site, alone or as saved by `curl -si`; it is looked at too
    #[arg(long, value_name = "FILE")]
    robots: Option<PathBuf>,

    /// The address of the saved responses and pages: an absolute URL, or a path that starts with `/`
    #[arg(long, value_name = "URL", value_parser = target)]
    url: Option<String>,

    /// The address at which the folders are served, as in `https://example.org`; without it, their pages have paths
    #[arg(long, value_name = "URL", value_parser = base)]
    base: Option<Url>,

    /// A configuration of the server of the folders, whose fields their files will have: of nginx, Apache or Caddy, `_headers`,
    /// `netlify.toml` or `vercel.json`; repeat it for files that it includes. Without it those of a folder itself are used
    #[arg(long, value_name = "FILE")]
    server: Vec<PathBuf>,

    /// Which server reads the configuration, where its name leaves it open: `nginx`, `apache`, `caddy`, `headers`, `netlify`,
    /// `cloudflare` or `vercel`; of several that a folder has, the one that counts
    #[arg(long, value_name = "KIND", value_parser = kind_of_name)]
    server_kind: Option<ServerKind>,

    /// Look at folders without their `_headers`, `netlify.toml`, `vercel.json` and `.htaccess`
    #[arg(long, conflicts_with_all = ["server", "server_kind"])]
    no_server: bool,

    /// The level from which findings make the exit status 1
    #[arg(long, value_name = "LEVEL", value_enum, default_value = "error")]
    fail_on: FailLevel,

    /// Another level for a rule: `info`, `warning`, `error` or `off`, as in `--level crawl-delay=off`; repeat it for further ones
    #[arg(long = "level", value_name = "CODE=LEVEL")]
    levels: Vec<String>,

    /// The level from which findings are shown [default: `warning` in text, github and markdown, `info` in the other formats]
    #[arg(long, value_name = "LEVEL", value_parser = least_level())]
    min: Option<Level>,

    /// Make the fixes that leave every answer as it is, in robots.txt files, and show what is left
    #[arg(long)]
    fix: bool,

    /// Make the fixes that change answers too, also in configurations of servers, and say which answers change
    #[arg(long)]
    unsafe_fixes: bool,

    /// The time that deadlines are compared with, as in RFC 3339 [default: now]
    #[arg(long, value_name = "TIME", value_parser = moment)]
    now: Option<Timestamp>,

    #[command(flatten)]
    intent: IntentArgs,

    /// How findings are written
    #[arg(long, value_name = "FORMAT", value_enum, default_value = "text")]
    format: LintFormat,

    /// When to colour text
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    color: Color,
}

/// Checks that one of the inputs is a folder, or one that does not exist may have been meant.
fn has_folder(inputs: &[PathBuf], what: &str, advice: &str) -> Result<(), String> {
    if inputs.iter().any(|input| input.is_dir()) {
        return Ok(());
    }
    let missing = inputs
        .iter()
        .find(|input| input.as_os_str() != "-" && !input.exists());
    Err(match missing {
        Some(path) => format!(
            "{what} of a folder, and {} does not exist",
            shown(path.as_os_str())
        ),
        None => format!("{what} of a folder, and no input is one; {advice}"),
    })
}

impl LintArgs {
    /// The settings.
    ///
    /// # Errors
    /// Options that are wrong together with others, in words.
    pub(crate) fn settings(self) -> Result<LintSettings, String> {
        let (inputs, addresses) = split(self.inputs)?;
        if self.base.is_some() {
            has_folder(
                &inputs,
                "--base is the address",
                "the address of a response is --url",
            )?;
        }
        if let Some(address) = addresses.first().filter(|_| self.fix || self.unsafe_fixes) {
            return Err(format!(
                "--fix changes files, and {address} is an address; name the file that the site is made of"
            ));
        }
        let live = self.live.with(addresses)?;
        let is_stdin = |path: &PathBuf| path.as_os_str() == "-";
        if (self.fix || self.unsafe_fixes) && inputs.iter().any(is_stdin) {
            return Err(String::from(
                "--fix changes files, and `-` is standard input; name the file",
            ));
        }
        let is_server = !self.server.is_empty() || self.server_kind.is_some();
        if is_server {
            has_folder(
                &inputs,
                "--server is for the files",
                "name the folder that is served",
            )?;
        }
        let levels = self.levels.iter().map(|level| level_of_rule(level));
        Ok(LintSettings {
            intent: self.intent,
            levels: levels.collect::<Result<_, _>>()?,
            min: self.min.unwrap_or(self.format.least()),
            fail_on: self.fail_on.level(),
            fixes: match (self.fix, self.unsafe_fixes) {
                (_, true) => Fixes::All,
                (true, false) => Fixes::Safe,
                (false, false) => Fixes::None,
            },
            now: self.now.unwrap_or_else(|| SystemTime::now().into()),
            server: ServerChoice::of(&self.server, self.server_kind, self.no_server)?,
            inputs,
            live,
            robots: self.robots,
            url: self.url,
            base: self.base,
            format: self.format,
            color: self.color,
        })
    }
}

/// The address of a folder.
fn base(text: &str) -> Result<Url, String> {
    let url = Url::parse(text).ok();
    let url = url.filter(|url| matches!(url.scheme(), "http" | "https") && url.query().is_none());
    url.ok_or_else(|| {
        String::from("write the address of a folder, such as https://example.org or https://example.org/docs/")
    })
}
