//! A configuration as it was probably meant, for asking twice.

use robots_policy_servers::{
    ConfigPlace, ConfigText, Configuration, Refusal, ServerKind, Trap, TrapCode,
};

/// Reads a configuration.
pub(super) fn read(kind: ServerKind, texts: &[(String, String)]) -> Result<Configuration, Refusal> {
    let sources: Vec<ConfigText<'_>> = texts
        .iter()
        .map(|(name, text)| ConfigText { name, text })
        .collect();
    Configuration::read(kind, &sources)
}

/// The configuration without the trap; `None` where it is not known what was meant, or where it changes no field of a page.
pub(super) fn of(
    kind: ServerKind,
    texts: &[(String, String)],
    trap: &Trap,
) -> Option<Configuration> {
    let mut texts = texts.to_vec();
    match trap.code {
        TrapCode::Replaced => {
            // The statement is repeated in each block that takes it away, the last one first, so that places stay.
            let statement = slice(&texts, trap.place)?.to_owned();
            let mut places = trap.others.clone();
            places.sort();
            places.dedup();
            for place in places.iter().rev() {
                let text = &mut texts.get_mut(place.source)?.1;
                text.get(place.start..)?;
                text.insert_str(place.start, &format!("{statement} "));
            }
        }
        TrapCode::Overwritten => {
            let later = *trap.others.first()?;
            if slice(&texts, trap.place)? == slice(&texts, later)? {
                return None;
            }
            let gone = match kind {
                ServerKind::Vercel => "{\"key\":\"a\",\"value\":\"\"}",
                _ => "",
            };
            let text = &mut texts.get_mut(later.source)?.1;
            let length = text.get(later.start..later.end)?.len();
            // As long as before, so that places stay.
            let gone = format!("{gone:length$}");
            text.replace_range(later.start..later.end, &gone);
        }
        TrapCode::PathExact | TrapCode::FitsNothing if !trap.instead.is_empty() => {
            let text = &mut texts.get_mut(trap.place.source)?.1;
            text.replace_range(trap.place.start..trap.place.end, &trap.instead);
        }
        TrapCode::WrongTable => {
            let statement = slice(&texts, trap.place)?;
            let (name, rest) = statement.split_once(char::is_whitespace)?;
            let rest = rest.trim_start();
            let meant = match rest.split_once(char::is_whitespace) {
                Some((first, rest)) if first.eq_ignore_ascii_case("always") => {
                    format!("{name} {rest}")
                }
                _ => format!("{name} always {rest}"),
            };
            let place = trap.place;
            let text = &mut texts.get_mut(place.source)?.1;
            text.replace_range(place.start..place.end, &meant);
        }
        _ => return None,
    }
    read(kind, &texts).ok()
}

fn slice(texts: &[(String, String)], place: ConfigPlace) -> Option<&str> {
    texts.get(place.source)?.1.get(place.start..place.end)
}
