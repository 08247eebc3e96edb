//! Shapes of the values of a record, each with its description in an error.

use std::fmt;
use std::marker::PhantomData;
use std::time::Duration;

use serde::de::value::MapAccessDeserializer;
use serde::de::{Error, IgnoredAny, MapAccess, SeqAccess, Unexpected, Visitor};
use serde::{Deserialize, Deserializer};

use crate::values::of_hours;

/// A JSON object, but not an array of its values in the order of the keys.
#[derive(Default)]
pub(crate) struct Object<T>(pub(crate) T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Object<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Keys<T>(PhantomData<T>);
        impl<'de, T: Deserialize<'de>> Visitor<'de> for Keys<T> {
            type Value = Object<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Object<T>, A::Error> {
                T::deserialize(MapAccessDeserializer::new(map)).map(Object)
            }
        }
        deserializer.deserialize_map(Keys(PhantomData))
    }
}

/// A field line: its name and its value.
pub(crate) struct FieldLine(pub(crate) String, pub(crate) String);

impl<'de> Deserialize<'de> for FieldLine {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Pair;
        impl<'de> Visitor<'de> for Pair {
            type Value = FieldLine;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an array of two strings, `[name, value]`")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut pair: A) -> Result<FieldLine, A::Error> {
                let name = pair.next_element()?;
                let value = pair.next_element()?;
                let mut others = 0;
                while pair.next_element::<IgnoredAny>()?.is_some() {
                    others += 1;
                }
                let length = others + usize::from(name.is_some()) + usize::from(value.is_some());
                match (name, value) {
                    (Some(name), Some(value)) if others == 0 => Ok(FieldLine(name, value)),
                    _ => Err(A::Error::invalid_length(length, &self)),
                }
            }
        }
        deserializer.deserialize_seq(Pair)
    }
}

/// A number of bytes, at least 1.
#[derive(Clone, Copy)]
pub(crate) struct Count(pub(crate) usize);

/// A number of hours.
#[derive(Clone, Copy)]
pub(crate) struct Hours(pub(crate) Duration);

impl<'de> Deserialize<'de> for Hours {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Number;
        impl Visitor<'_> for Number {
            type Value = Hours;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a number of hours, at least 0")
            }

            fn visit_f64<E: Error>(self, hours: f64) -> Result<Hours, E> {
                let time = of_hours(hours).map(Hours);
                time.ok_or_else(|| E::invalid_value(Unexpected::Float(hours), &self))
            }

            fn visit_u64<E: Error>(self, hours: u64) -> Result<Hours, E> {
                Ok(Hours(Duration::from_secs(hours.saturating_mul(3600))))
            }
        }
        deserializer.deserialize_f64(Number)
    }
}

/// A status of HTTP, or 0.
#[derive(Clone, Copy)]
pub(crate) struct Status(pub(crate) u16);

/// A whole number in a range that `$of` knows.
macro_rules! whole {
    ($name:ident, $words:literal, $of:expr) => {
        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                struct Whole;
                impl Visitor<'_> for Whole {
                    type Value = $name;

                    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                        f.write_str($words)
                    }

                    fn visit_u64<E: Error>(self, number: u64) -> Result<$name, E> {
                        let of: fn(u64) -> Option<$name> = $of;
                        of(number)
                            .ok_or_else(|| E::invalid_value(Unexpected::Unsigned(number), &self))
                    }
                }
                deserializer.deserialize_u64(Whole)
            }
        }
    };
}

whole!(Count, "a whole number of bytes, at least 1", |number| {
    let number = usize::try_from(number).ok().filter(|number| *number > 0);
    number.map(Count)
});

whole!(
    Status,
    "0 for a network failure, or an HTTP status from 100 to 599",
    |number| {
        let number = u16::try_from(number).ok();
        let number = number.filter(|number| matches!(number, 0 | 100..=599));
        number.map(Status)
    }
);
