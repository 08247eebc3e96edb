//! Statements on a redirect, which no client hears for the page that it leads to.

use robots_policy_servers::is_about_robots;

use crate::code::Code;
use crate::effect::Compared;
use crate::excerpt::shown;
use crate::finding::Finding;
use crate::linter::Linter;
use crate::page::{FieldLine, Page, PageVariant, restricts};
use crate::rule::rules;

rules! {
    RedirectField: Warning, [Fields], "RFC 9110 §15.4",
        title: "a restriction on a redirect, and not on the page that it leads to",
        consequence: "It is about the address that redirects, and no client hears it for the page.",
        advice: "State it with the page too, if the page is meant; often the block of the server that redirects is another one.";
}

/// A redirect before a response.
pub struct Redirect<'p> {
    /// Its status.
    pub status: u16,
    /// Its field lines.
    pub fields: Vec<FieldLine<'p>>,
}

impl Linter {
    /// Looks at a redirect that led to a page. A restriction that the page states too is not reported.
    pub fn redirect(&mut self, redirect: &Redirect<'_>, page: &Page<'_>) {
        if page.fields.is_none() {
            return;
        }
        let own = Page {
            name: page.name,
            url: None,
            status: Some(redirect.status),
            fields: Some(redirect.fields.clone()),
            document: None,
        };
        let read = self.read(&own);
        let Some(signal) = read.signals().iter().find(|signal| restricts(signal)) else {
            return;
        };
        // The page as it would be with the fields of the redirect beside its own.
        let lines = redirect.fields.iter().chain(page.fields.iter().flatten());
        let lines = lines.map(|line| [line.name, line.value].map(String::from_utf8_lossy));
        let lines = lines.filter(|[name, _]| is_about_robots(name));
        let fields = lines.map(|[name, value]| (name.into_owned(), value.into_owned()));
        let second = PageVariant::Fields(fields.collect());
        let effect = self.effect(&self.read(page), Compared::AsMeant, &second);
        let message = format!(
            "`{}` is on a redirect ({}): it says nothing about the page that follows",
            shown(signal.provenance().text()),
            redirect.status
        );
        let place = read.place(signal.provenance());
        let mut finding = Finding::new(Code::RedirectField, place, message);
        finding.url = page.url.map(str::to_owned);
        finding.effect = Some(effect);
        self.add(finding);
    }
}
