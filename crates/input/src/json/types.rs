//! Values of JSON as the types of a record.

use std::borrow::Cow;

use crate::json::{JsonKind, Misfit, Value};
use crate::quote::quoted;

/// A type that reads a value.
pub(crate) trait Read<'t>: Sized {
    /// Whether null is a value, and not the absence of one.
    const HAS_NULL: bool = false;

    fn read(value: Value<'t>) -> Result<Self, Misfit>;
}

/// A type that reads an object by its keys.
pub(crate) trait Keys<'t>: Default {
    /// The keys.
    fn names() -> Vec<&'static str>;

    /// Takes the value of a key; `false` without it.
    fn set(&mut self, key: &str, value: Value<'t>) -> Result<bool, Misfit>;

    /// The first key that is given, in the order of the rows.
    fn given(&self) -> Option<&'static str>;
}

/// A JSON object.
#[derive(Default)]
pub(crate) struct Object<T>(pub(crate) T);

impl<'t, T: Keys<'t>> Read<'t> for Object<T> {
    fn read(value: Value<'t>) -> Result<Self, Misfit> {
        object(value).map(Object)
    }
}

/// An object read by its keys.
pub(crate) fn object<'t, T: Keys<'t>>(value: Value<'t>) -> Result<T, Misfit> {
    let mut read = T::default();
    members(value, T::names, &mut |key, value| read.set(key, value))?;
    Ok(read)
}

/// Gives each member of an object to `set`.
fn members<'t>(
    value: Value<'t>,
    names: fn() -> Vec<&'static str>,
    set: &mut dyn FnMut(&str, Value<'t>) -> Result<bool, Misfit>,
) -> Result<(), Misfit> {
    let JsonKind::Object(members) = value.kind else {
        return Err(value.is_not("an object"));
    };
    let mut seen: Vec<Cow<'t, str>> = Vec::new();
    for (key, value) in members {
        let at = value.at;
        let misfit = |message| Misfit::new(at, message);
        if seen.contains(&key) {
            return Err(misfit(format!("the key `{}` occurs twice", quoted(&key))));
        }
        let within = |misfit: Misfit| match misfit.code {
            RECORD => Misfit {
                message: format!("`{key}`: {}", misfit.message),
                ..misfit
            },
            _ => misfit,
        };
        if !set(&key, value).map_err(within)? {
            let key = quoted(&format!("`{key}`"));
            let keys = names().join("`, `");
            return Err(misfit(format!("unknown key {key}; the keys are `{keys}`")));
        }
        seen.push(key);
    }
    Ok(())
}

/// The code of most misfits.
const RECORD: &str = "invalid-record";

impl Misfit {
    pub(crate) fn new(at: usize, message: String) -> Misfit {
        Misfit {
            at,
            code: RECORD,
            message,
        }
    }
}

impl Value<'_> {
    /// It is of another kind than this.
    pub(crate) fn is_not(&self, wanted: &str) -> Misfit {
        let is = match &self.kind {
            JsonKind::Null => String::from("null"),
            JsonKind::Flag(_) => format!("the boolean `{}`", self.text),
            JsonKind::Number => format!("the number `{}`", self.text),
            JsonKind::Text(_) => format!("the string {}", self.text),
            JsonKind::Half => return Misfit::new(self.at, String::from(HALF)),
            JsonKind::List(_) => String::from("an array"),
            JsonKind::Object(_) => String::from("an object"),
        };
        Misfit::new(self.at, format!("it is {}, not {wanted}", quoted(&is)))
    }
}

const HALF: &str = "a string holds half of a surrogate pair, which is not a character; bytes that are not UTF-8 go into `html_base64` and `robots_txt_base64`";

impl<'t, T: Read<'t>> Read<'t> for Option<T> {
    fn read(value: Value<'t>) -> Result<Self, Misfit> {
        match value.kind {
            JsonKind::Null if !T::HAS_NULL => Ok(None),
            _ => T::read(value).map(Some),
        }
    }
}

impl<'t> Read<'t> for Cow<'t, str> {
    fn read(value: Value<'t>) -> Result<Self, Misfit> {
        match value.kind {
            JsonKind::Text(text) => Ok(text),
            _ => Err(value.is_not("a string")),
        }
    }
}

impl<'t> Read<'t> for String {
    fn read(value: Value<'t>) -> Result<Self, Misfit> {
        Cow::read(value).map(Cow::into_owned)
    }
}

impl<'t> Read<'t> for bool {
    fn read(value: Value<'t>) -> Result<Self, Misfit> {
        match value.kind {
            JsonKind::Flag(flag) => Ok(flag),
            _ => Err(value.is_not("a boolean")),
        }
    }
}

impl<'t, T: Read<'t>> Read<'t> for Vec<T> {
    fn read(value: Value<'t>) -> Result<Self, Misfit> {
        match value.kind {
            JsonKind::List(items) => items.into_iter().map(T::read).collect(),
            _ => Err(value.is_not("an array")),
        }
    }
}
