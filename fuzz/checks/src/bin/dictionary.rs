//! Prints the fuzzer's dictionary: the words of all inputs, from the library's tables where one has them, else from
//! `words.dict`.

use robots_policy::robots_txt::RecordKey;
use robots_policy::uses::Label;
use robots_policy::{Directive, DirectiveKind};

fn main() {
    print!("{}", include_str!("words.dict"));
    let mut words: Vec<String> = RecordKey::ALL
        .iter()
        .map(|key| format!("{}: ", key.name()))
        .collect();
    words.extend(Label::ALL.iter().map(|label| label.name().to_owned()));
    for directive in Directive::ALL {
        words.push(directive.name().to_owned());
        words.extend(directive.aliases().iter().map(|alias| (*alias).to_owned()));
        if let DirectiveKind::Level(levels) = directive.kind() {
            words.extend(levels.iter().map(|level| (*level).to_owned()));
        }
    }
    for word in words {
        println!("\"{}\"", word.bytes().map(escaped).collect::<String>());
    }
}

fn escaped(byte: u8) -> String {
    match byte {
        b'\\' | b'"' => format!("\\{}", char::from(byte)),
        b' '..=b'~' => char::from(byte).to_string(),
        _ => format!("\\x{byte:02x}"),
    }
}
