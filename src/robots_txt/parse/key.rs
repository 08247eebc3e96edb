//! The table of record keys.

use crate::robots_txt::options::{Dialect, GoogleDifference, Options, SignatureAgentLine};

/// What a record does in its file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// Opens a group, or adds a subject to one that has no rule yet.
    Starter,
    /// `Allow` or `Disallow`.
    Rule,
    /// Neither opens nor closes a group.
    Other,
}

struct Row {
    name: &'static str,
    misspellings: &'static [&'static str],
    role: Role,
    /// Whether RFC 9309 itself knows it as a starter or a rule, and Google's reader therefore by its prefix.
    is_core: bool,
}

macro_rules! keys {
    ($(
        #[doc = $meaning:literal]
        $variant:ident = $name:literal $(| $misspelling:literal)*, $role:ident $($core:ident)?;
    )+) => {
        /// The key of a record: one variant a row of the table.
        ///
        /// Keys are compared whole and without case. Misspellings that are common enough to be read are listed in the
        /// row, and reading one is reported.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum RecordKey {
            $(
                #[doc = concat!("`", $name, "`:", $meaning)]
                $variant,
            )+
        }

        impl RecordKey {
            /// Every key, in the order of the table: the most frequent first.
            pub const ALL: &'static [RecordKey] = &[$(RecordKey::$variant),+];

            fn row(self) -> &'static Row {
                match self {
                    $(RecordKey::$variant => &Row {
                        name: $name,
                        misspellings: &[$($misspelling),*],
                        role: Role::$role,
                        is_core: keys!(@core $($core)?),
                    },)+
                }
            }
        }
    };
    (@core core) => { true };
    (@core) => { false };
}

keys! {
    /// paths that must not be fetched (RFC 9309 §2.2.2).
    Disallow = "disallow" | "dissallow" | "dissalow" | "disalow" | "diasllow" | "disallaw", Rule core;
    /// paths that may be fetched (RFC 9309 §2.2.2).
    Allow = "allow", Rule core;
    /// the product token that a group is for (RFC 9309 §2.2.1).
    UserAgent = "user-agent" | "useragent" | "user agent", Starter core;
    /// the address of a sitemap (sitemaps.org).
    Sitemap = "sitemap" | "site-map", Other core;
    /// seconds between two requests, by convention.
    CrawlDelay = "crawl-delay", Other;
    /// the purpose of crawling that a group is for (draft-illyes-rep-purpose §2.1).
    UserAgentPurpose = "user-agent-purpose", Starter;
    /// the signing host that a group is for (draft-meunier-signature-agent-rep §3.2).
    SignatureAgent = "signature-agent", Starter;
    /// where mobile agents are served (draft-giudici-web-robots-cntrl §3.1).
    MobileAgentServer = "mobile-agent-server", Other;
    /// the preferred host name, as Yandex read it.
    Host = "host", Other;
    /// query parameters that do not matter, as Yandex reads it.
    CleanParam = "clean-param", Other;
    /// usage preferences (draft-ietf-aipref-attach).
    ContentUsage = "content-usage", Other;
    /// usage preferences (Cloudflare).
    ContentSignal = "content-signal", Other;
    /// the address of a licence (RSL 1.0).
    License = "license", Other;
    /// how often may be asked, by convention.
    RequestRate = "request-rate", Other;
    /// how often may be asked (draft-meunier-signature-agent-rep, later text).
    MaxCrawlRate = "max-crawl-rate", Other;
    /// the hours in which to visit, by convention.
    VisitTime = "visit-time", Other;
    /// when to come again, by convention.
    RevisitAfter = "revisit-after", Other;
    /// once read by Google; not part of any specification.
    NoIndex = "noindex", Other;
    /// not part of any specification.
    NoFollow = "nofollow", Other;
    /// not part of any specification.
    NoArchive = "noarchive", Other;
    /// paths not to be used for training (draft-canel-robots-ai-control, expired).
    DisallowAiTraining = "disallowaitraining", Other;
    /// paths that may be used for training (draft-canel-robots-ai-control, expired).
    AllowAiTraining = "allowaitraining", Other;
}

impl RecordKey {
    /// The key in lower case.
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// The misspellings that are read as this key.
    pub fn misspellings(self) -> &'static [&'static str] {
        self.row().misspellings
    }

    /// A frequent key that the line begins with, colon and all: what [`RecordKey::read`] would find, sooner.
    pub(crate) fn in_front(line: &[u8]) -> Option<RecordKey> {
        let is_in_front = |key: &&RecordKey| {
            let name = key.row().name.as_bytes();
            line.get(name.len()) == Some(&b':')
                && line
                    .get(..name.len())
                    .is_some_and(|start| start.eq_ignore_ascii_case(name))
        };
        RecordKey::ALL
            .iter()
            .take(FREQUENT)
            .find(is_in_front)
            .copied()
    }

    /// The key that `text` spells, and whether it is spelled right.
    pub(crate) fn read(text: &[u8], options: Options) -> Option<(RecordKey, bool)> {
        let whole = |name: &str| name.as_bytes().eq_ignore_ascii_case(text);
        if let Some(key) = RecordKey::ALL.iter().find(|key| whole(key.row().name)) {
            let by_prefix = options.has(GoogleDifference::PrefixKeys) && !key.row().is_core;
            let by_prefix = if by_prefix {
                RecordKey::with_prefix(text)
            } else {
                None
            };
            return by_prefix.or(Some((*key, true)));
        }
        if options.has(GoogleDifference::PrefixKeys) {
            return RecordKey::with_prefix(text);
        }
        let misspelt = |key: &&RecordKey| key.row().misspellings.iter().any(|name| whole(name));
        let key = RecordKey::ALL.iter().find(misspelt)?;
        Some((*key, false))
    }

    /// The key that `text` begins with, as Google's reader knows keys.
    fn with_prefix(text: &[u8]) -> Option<(RecordKey, bool)> {
        let begins = |name: &str| {
            text.get(..name.len())
                .is_some_and(|start| start.eq_ignore_ascii_case(name.as_bytes()))
        };
        let core = RecordKey::ALL.iter().filter(|key| key.row().is_core);
        core.copied().find_map(|key| match begins(key.row().name) {
            true => Some((key, key.row().name.len() == text.len())),
            false if key.row().misspellings.iter().any(|name| begins(name)) => Some((key, false)),
            false => None,
        })
    }

    /// What a record of this key does in a file that is read with these options.
    pub(crate) fn role(self, options: Options) -> Role {
        match (self.row().role, self.row().is_core) {
            (Role::Starter, false) if options.dialect != Dialect::Extended => Role::Other,
            (Role::Starter, false)
                if self == RecordKey::SignatureAgent
                    && options.signature_agent == SignatureAgentLine::Modifier =>
            {
                Role::Other
            }
            (role, _) => role,
        }
    }
}

/// So many rows stand in nearly every file.
const FREQUENT: usize = 4;
