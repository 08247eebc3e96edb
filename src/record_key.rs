//! The table of the keys of robots.txt.
//!
//! The macro `keys!` makes the public enum [`RecordKey`] and the private rows. The reader of files finds a key by its
//! name or by one of its misspellings; [`Role`] decides what the line does to the group that is open.

use crate::near_miss::KnownName;

/// The effect of a record on the groups of its file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// Opens a group, or adds a subject to one that has no rule yet.
    Starter,
    /// `Allow` or `Disallow`.
    Rule,
    /// Neither opens nor closes a group.
    Other,
}

/// One row of the table.
pub(crate) struct KeyRow {
    /// The key in lower case.
    pub(crate) name: &'static str,
    /// Spellings that are read as this key, with the diagnostic `misspelt-key`.
    pub(crate) misspellings: &'static [&'static str],
    pub(crate) role: Role,
    /// Whether Google's reader knows it, which finds keys by their prefixes: those of RFC 9309 itself, and `Sitemap`.
    /// The other starters are ordinary records without the extensions.
    pub(crate) is_core: bool,
}

macro_rules! keys {
    ($(
        #[doc = $meaning:literal]
        $variant:ident = $name:literal $(| $misspelling:literal)*, $role:ident $($core:ident)?;
    )+) => {
        /// The key of a record: one variant a row of the table.
        ///
        /// Keys are compared whole and without case. Misspellings that are common enough to be read are listed in the
        /// row, and each use of one is reported. A key that is not in the table is skipped with a diagnostic.
        ///
        /// ```
        /// use robots_policy::robots_txt::RecordKey;
        ///
        /// assert_eq!(RecordKey::UserAgent.name(), "user-agent");
        /// assert!(RecordKey::UserAgent.misspellings().contains(&"useragent"));
        /// ```
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

            /// The statement of its lines, with the clause: "paths that must not be fetched (RFC 9309 §2.2.2)."
            // Hidden: the documentation of each variant has it, and only generated words need it apart.
            #[doc(hidden)]
            pub fn meaning(self) -> &'static str {
                match self { $(RecordKey::$variant => $meaning.trim_ascii(),)+ }
            }
        }

        static NAMES: [KnownName<'_>; RecordKey::ALL.len()] = [$(KnownName::new($name)),+];

        static ROWS: [KeyRow; RecordKey::ALL.len()] = [$(KeyRow {
            name: $name,
            misspellings: &[$($misspelling),*],
            role: Role::$role,
            is_core: keys!(@core $($core)?),
        }),+];
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
    /// the rate of requests, by convention.
    RequestRate = "request-rate", Other;
    /// the rate of requests (draft-meunier-signature-agent-rep, later text).
    MaxCrawlRate = "max-crawl-rate", Other;
    /// the hours in which to visit, by convention.
    VisitTime = "visit-time", Other;
    /// the time until the next visit, by convention.
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
    /// The row of this variant.
    #[inline]
    pub(crate) const fn row(self) -> &'static KeyRow {
        // One row a variant, in the same order, by the one macro that makes both.
        #[allow(clippy::indexing_slicing)]
        &ROWS[self as usize]
    }

    /// Whether a record of this key may state an AI-use preference, or name a licence.
    pub(crate) fn states_uses(self) -> bool {
        matches!(
            self,
            RecordKey::ContentUsage
                | RecordKey::ContentSignal
                | RecordKey::License
                | RecordKey::DisallowAiTraining
                | RecordKey::AllowAiTraining
        )
    }

    /// The name, with what decides whether another key can be near it.
    pub(crate) fn near_name(self) -> KnownName<'static> {
        let ready = NAMES.get(self as usize).copied();
        ready.unwrap_or_else(|| KnownName::new(self.name()))
    }

    /// The key in lower case.
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// The misspellings that are read as this key.
    pub fn misspellings(self) -> &'static [&'static str] {
        self.row().misspellings
    }
}
