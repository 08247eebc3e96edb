//! The rows of a table of keys, and the type that reads an object by them.

/// Makes a type that reads an object by its keys, and the table of these. A row is the meaning of a key, its field and its type;
/// the key, its values, its default in words, its option of `eval --jsonl` and its argument of `judge` in Python.
macro_rules! keys {
    (
        $(#[$about:meta])+
        $visibility:vis struct $type:ident $(<$own:lifetime>)? of $text:lifetime {$(
            #[doc = $meaning:literal]
            $(#[$attribute:meta])*
            $field:ident: $value:ty = $key:literal, $shape:expr, $absent:literal, $flag:expr, $argument:expr;
        )+}
        $(#[$about_table:meta])*
        $visibility_table:vis static $table:ident = $name:literal, $sentence:literal, $extends:expr;
    ) => {
        $(#[$about])+
        #[derive(Default)]
        $visibility struct $type $(<$own>)? {$(
            #[doc = $meaning]
            $(#[$attribute])*
            pub(crate) $field: $value,
        )+}

        impl<$text> $crate::json::types::Keys<$text> for $type $(<$own>)? {
            fn names() -> Vec<&'static str> {
                $table.rows().map(|key| key.name).collect()
            }

            fn set(
                &mut self,
                key: &str,
                value: $crate::json::Value<$text>,
            ) -> Result<bool, $crate::json::Misfit> {
                match key {
                    $($key => self.$field = $crate::json::types::Read::read(value)?,)+
                    _ => return Ok(false),
                }
                Ok(true)
            }

            fn given(&self) -> Option<&'static str> {
                let keys = [$(($key, self.$field.is_some())),+];
                let given = keys.into_iter().find(|(_, is_given)| *is_given);
                given.map(|(key, _)| key)
            }
        }

        $(#[$about_table])*
        $visibility_table static $table: $crate::contract::Table = $crate::contract::Table {
            name: $name,
            about: $sentence,
            extends: $extends,
            keys: &[$($crate::contract::Key {
                name: $key,
                shape: $shape,
                meaning: $meaning.trim_ascii(),
                absent: Some($absent),
                flag: $flag,
                argument: $argument,
            }),+],
        };
    };
}

pub(crate) use keys;
