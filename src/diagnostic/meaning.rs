//! The known name that the text of a diagnostic is near to, or that a draft had.
//!
//! Both are found when a diagnostic is shown, from its text: see [`super`].

use super::DiagnosticCode;
use crate::ai::preference::{LEVEL_KEY, Label, Vocabulary, earlier};
use crate::directive::Directive;
use crate::near_miss::{nearest, nearest_of};
use crate::record_key::RecordKey;
use crate::token::crawlers;

impl DiagnosticCode {
    /// Whether a name is near a known one of the kind that diagnostics of this code are about. The readers ask before
    /// they report.
    pub(crate) fn is_near(self, name: &str) -> bool {
        match self {
            // Its bytes are those of the element.
            DiagnosticCode::NearMetaName => nearest(name, [META_NAME]).is_some(),
            _ => self.meant(name).is_some(),
        }
    }

    /// The known name that the bytes of a diagnostic of this code are near to.
    pub(crate) fn meant(self, text: &str) -> Option<&'static str> {
        let name = || name_of(text);
        match self {
            DiagnosticCode::NearDirective => {
                let names = Directive::ALL.iter().map(|directive| directive.name());
                nearest(name()?, names).or_else(|| refused(text))
            }
            DiagnosticCode::NearKey => {
                let name = name()?;
                let mut keys = RecordKey::ALL.iter().map(|key| key.name());
                let stem = name.strip_suffix("ed").or(name.strip_suffix('s'));
                let is_it = |key: &&str| stem.is_some_and(|stem| stem.eq_ignore_ascii_case(key));
                nearest_of(name, &mut RecordKey::ALL.iter().map(|key| key.near_name()))
                    .or_else(|| keys.find(is_it))
            }
            DiagnosticCode::NearField => {
                nearest(text, FIELD_NAMES.into_iter().chain(USE_FIELD_NAMES))
            }
            DiagnosticCode::SignalUnknownKey => {
                let labels = Vocabulary::ContentSignal.labels().map(Label::name);
                nearest(name()?, labels.chain([LEVEL_KEY]))
            }
            DiagnosticCode::UsageUnknownLabel => {
                nearest(name()?, Vocabulary::Aipref.labels().map(Label::name))
            }
            DiagnosticCode::NearMetaName => Some(META_NAME),
            DiagnosticCode::NearAgent => agents_of(text).find_map(crawlers::meant),
            DiagnosticCode::UserAgentString => crawlers::word_of(text),
            _ => None,
        }
    }
}

/// The directive that is meant by a refusal in no engine's words, or by a permission with such a value.
fn refused(text: &str) -> Option<&'static str> {
    const REFUSALS: &str =
        "disallow disallowed deny denied block blocked forbid forbidden no false off";
    let is_refusal = |word: &str| {
        let mut known = REFUSALS.split(' ');
        known.any(|known| known.eq_ignore_ascii_case(word))
    };
    let name = name_of(text)?;
    let value = text
        .split_once([':', '='])
        .map(|(_, value)| value.trim_ascii());
    match (Directive::from_name(name), value) {
        (Some(Directive::Index | Directive::All), Some(value)) if is_refusal(value) => {
            Some("noindex")
        }
        (Some(Directive::Follow), Some(value)) if is_refusal(value) => Some("nofollow"),
        (Some(Directive::Archive), Some(value)) if is_refusal(value) => Some("noarchive"),
        (None, None) if is_refusal(name) => Some("noindex"),
        _ => None,
    }
}

/// The document that defines the label at the start of a text, for a label that is none of the vocabulary at hand.
pub(super) fn drafted(text: &str) -> Option<&'static str> {
    earlier(name_of(text)?).map(|(draft, _)| draft)
}

/// The name at the start of a statement, up to a colon or `=`. A text can be as long as its input, so only its start is
/// searched; `None` if a name would go on after that.
pub(super) fn name_of(text: &str) -> Option<&str> {
    let start = text.get(..text.len().min(LONGEST_NAME))?;
    let end = start.find([':', '=']);
    let is_whole = start.len() == text.len();
    let name = start.get(..end.or(is_whole.then_some(start.len()))?)?;
    Some(name.trim_ascii())
}

/// The names that a line, or the prefix of a field, may have for a client: what follows the colon, and the start of that up to a
/// version.
fn agents_of(text: &str) -> impl Iterator<Item = &str> {
    let start = text.get(..text.len().min(LONGEST_NAME)).unwrap_or_default();
    let value = start.split_once(':').map_or(start, |(_, value)| value);
    let value = value.trim_ascii();
    let token = value.split_once('/').map(|(token, _)| token);
    std::iter::once(value).chain(token)
}

/// Bytes of the start that is searched for a name. Known names have up to 20 letters, and [`nearest`] compares up to
/// 24; the rest is room for blanks.
const LONGEST_NAME: usize = 64;

/// The names of the robots fields, as they are written.
pub(crate) const FIELD_NAMES: [&str; 2] = ["Robots-Tag", "X-Robots-Tag"];

/// The names of the fields that state AI-use preferences.
const USE_FIELD_NAMES: [&str; 2] = ["Content-Usage", "Content-Signal"];

/// The name of a meta for every client.
pub(crate) const META_NAME: &str = "robots";
