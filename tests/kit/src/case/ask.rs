//! An ask of a case: the asker, the way of reading, and the policy that follows.

use std::str::FromStr;

use robots_policy::header::{FieldLines, SignatureAgent, Validity};
use robots_policy::ledger::{Assumed, Document, Extent};
use robots_policy::meta::{LicenseSearch, MetaRules, Placement};
use robots_policy::report::Json;
use robots_policy::robots_txt::{
    Dialect, GroupSelection, LeadingStar, Precedence, QueryDelimiters, RequestTarget,
    RobotsTxtReader, SignatureAgentLine,
};
use robots_policy::{
    Client, HeaderReader, Limits, MetaExtractor, Policy, ProductToken, Timestamp, Verdict,
};
use serde_json::Value;

use super::form::{Ask, Tokens};
use super::{ASSUME_ABSENT, Case, NOW, moment};

impl Ask {
    /// Whether it uses options that only callers of the library have.
    pub fn is_of_the_library(&self) -> bool {
        !self.value["library"].is_null() || !self.value["fetches"].is_null()
    }

    /// The keys of a record of `eval --jsonl`.
    pub fn of_a_record(&self) -> impl Iterator<Item = (&String, &Value)> {
        let keys = self.value.as_object().unwrap().iter();
        keys.filter(|(key, _)| !OWN.contains(&key.as_str()))
    }

    pub fn client(&self) -> Client {
        let own = self.agent.as_ref().map(tokens).unwrap_or_default();
        let client = own
            .into_iter()
            .fold(Client::anonymous(), Client::with_token);
        let client = client.with_obeys_global(self.obeys_global.unwrap_or(true));
        let purposes = self.purposes.iter().map(|text| token(text));
        let mut client = purposes.fold(client, Client::with_purpose);
        if let Some(field) = &self.signature_agent {
            match SignatureAgent::parse(field) {
                Err(error) if error.is_passed_over() => {}
                agent => client = client.with_verified_signature(&agent.unwrap()),
            }
        }
        for text in &self.policy_tokens {
            let (token, uses) = text.split_once('=').unwrap_or((text, ""));
            let uses = uses.split(',').filter(|name| !name.is_empty());
            client = client.with_policy_token(self::token(token), uses.map(named).collect());
        }
        match &self.page_agent {
            Some(given) => client.with_page_tokens(tokens(given)),
            None => client,
        }
    }

    pub fn now(&self) -> Timestamp {
        moment(self.now.as_deref().unwrap_or(NOW))
    }

    pub fn url(&self) -> &str {
        self.url.as_deref().unwrap_or("/")
    }

    pub fn reader(&self) -> HeaderReader {
        let options = &self.options;
        let mut reader =
            HeaderReader::new().with_field_lines(if_said(options.lines_joined, FieldLines::Joined));
        if let Some(name) = &options.robots_tag {
            reader = reader.with_mode(named(name));
        }
        if let Some(name) = &options.both_fields {
            reader = reader.with_both_fields(named(name));
        }
        reader
    }

    pub fn extractor(&self, case: &Case) -> MetaExtractor {
        self.asked(MetaExtractor::from_headers(&case.headers()))
    }

    /// An extractor with the asker, the options and the limits of this ask.
    pub fn asked(&self, extractor: MetaExtractor) -> MetaExtractor {
        self.ruled(extractor, self.rules())
    }

    fn rules(&self) -> MetaRules {
        let mut rules = MetaRules::new().with_http_equiv(self.options.http_equiv);
        if let Some(names) = &self.options.metas {
            let placements = names.iter().map(|name| named::<Placement>(name));
            rules = rules.with_placements(placements);
        }
        for token in self.client().page_tokens() {
            rules = rules.with_token(token.clone());
        }
        rules
    }

    fn ruled(&self, extractor: MetaExtractor, rules: MetaRules) -> MetaExtractor {
        let extractor = extractor.with_rules(rules);
        match self.library.document_limit {
            Some(bytes) => extractor.with_limits(Limits::default().with_document(bytes)),
            None => extractor,
        }
    }

    pub(super) fn robots_reader(&self) -> RobotsTxtReader {
        let library = &self.library;
        let dialect = match (self.options.google_compat, library.plain_rfc9309) {
            (true, _) => Dialect::Google,
            (_, true) => Dialect::Rfc9309,
            _ => Dialect::Extended,
        };
        RobotsTxtReader::new()
            .with_dialect(dialect)
            .with_group_selection(if_said(library.restrictive, GroupSelection::EveryNamed))
            .with_open_points(|open| {
                open.signature_agent =
                    if_said(library.signature_modifier, SignatureAgentLine::Modifier);
                open.precedence = if_said(library.signature_first, Precedence::SignatureFirst);
                open.leading_star = if_said(library.strict_patterns, LeadingStar::Ignored);
                open.query = if_said(library.encoded_query, QueryDelimiters::Encoded);
                open.target = if_said(library.raw_target, RequestTarget::AsGiven);
            })
    }

    /// A policy that holds the robots.txt of the case, and its documents about AI use.
    pub fn robots(&self, case: &Case) -> Policy {
        self.with_site(case, self.begun(case))
    }

    /// A policy, to which the robots.txt of the case and its documents about AI use are given.
    pub fn with_site(&self, case: &Case, policy: Policy) -> Policy {
        let policy = match self.fetch(case) {
            Some(fetch) => policy.with_robots(fetch.at(self.now())),
            None => policy,
        };
        case.uses(self.license_url.as_deref()).add_to(policy)
    }

    /// The status of the case, and its sources that do not exist.
    fn begun(&self, case: &Case) -> Policy {
        let policy = Policy::new().with_assumed(self.assumed());
        match case.status {
            // Which part of a document came, its fields say.
            None | Some(206) => policy,
            Some(status) => policy.with_status(status),
        }
    }

    /// The sources that do not exist.
    fn assumed(&self) -> Assumed {
        let word = &self.value[ASSUME_ABSENT];
        let several = word
            .as_array()
            .map_or(std::slice::from_ref(word), Vec::as_slice);
        let names = several.iter().filter_map(Value::as_str);
        names.map(named).fold(Assumed::new(), Assumed::union)
    }

    pub fn policy(&self, case: &Case) -> Policy {
        self.with_site(case, self.page(case))
    }

    /// A policy of the response alone.
    pub fn page(&self, case: &Case) -> Policy {
        let lines = || case.fields.iter().map(|(name, value)| (name, value));
        let content_type = case.content_type();
        let policy = self
            .begun(case)
            .with_content_type(content_type.as_deref().map(str::as_bytes))
            .with_validity(Validity::from_lines(lines()));
        let policy = if case.has_fields() {
            policy.with_fields(self.reader().read_lines(lines()))
        } else {
            policy
        };
        let document = case.document.as_deref();
        match document.or(case.is_cut.then_some(b"")) {
            Some(document) => policy.with_document(self.document(case, document)),
            None => policy,
        }
    }

    /// The document of the case: its head, and a licence in its body.
    fn document(&self, case: &Case, octets: &[u8]) -> Document {
        let mut search = LicenseSearch::new();
        search.feed(octets);
        let mut extractor = self.extractor(case);
        let _ = extractor.feed(octets);
        if case.is_cut {
            return Document::from(extractor.finish_cut());
        }
        if search.finds() {
            let whole = |rules: MetaRules| {
                let placements = Placement::ALL.iter().copied();
                let read = placements.filter(|at| *at == Placement::Body || rules.counts(*at));
                rules.clone().with_placements(read)
            };
            let extractor = MetaExtractor::from_headers(&case.headers());
            let mut extractor = self.ruled(extractor, whole(self.rules()));
            let _ = extractor.feed(octets);
            return Document::read(extractor.finish_unmeasured(), Extent::Whole);
        }
        let extent = if search.ends_in_markup() {
            Extent::Head
        } else {
            Extent::Searched
        };
        Document::read(extractor.finish_unmeasured(), extent)
    }

    pub fn verdict<'p>(&self, policy: &'p Policy) -> Verdict<'p> {
        policy.verdict(&self.client(), self.url(), self.now())
    }

    /// The answer that `expect` is compared with: the record of the program, and the state of the fetch.
    pub fn answer(&self, case: &Case) -> Value {
        let policy = self.policy(case);
        let verdict = self.verdict(&policy);
        let mut answer = serde_json::to_value(Json::new(&case.name, &verdict)).unwrap();
        answer["fetch"] = self.answer_about_the_fetch(case);
        answer
    }
}

fn token(text: &str) -> ProductToken {
    ProductToken::new(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn tokens(given: &Tokens) -> Vec<ProductToken> {
    let given = match given {
        Tokens::One(one) => std::slice::from_ref(one),
        Tokens::Several(several) => several,
    };
    let given = given.iter().filter(|text| *text != "*");
    given.map(|text| token(text)).collect()
}

/// The choice with this name.
fn named<T: FromStr>(name: &str) -> T {
    name.parse()
        .unwrap_or_else(|_| panic!("{name} is not a choice"))
}

/// The variant that an option of a case means, else the default.
fn if_said<T: Default>(is_said: bool, meant: T) -> T {
    if is_said { meant } else { T::default() }
}

/// The keys of an ask that no record has.
const OWN: [&str; 5] = ["id", "basis", "level", "expect", "license_url"];
