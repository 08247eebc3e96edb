//! Prints the fuzzer's dictionary, made from the tables: the words of all inputs.

use robots_policy::{Directive, Kind};

fn main() {
    let mut words: Vec<String> = WORDS.iter().map(|word| (*word).to_owned()).collect();
    for directive in Directive::ALL {
        words.push(directive.name().to_owned());
        words.extend(directive.aliases().iter().map(|alias| (*alias).to_owned()));
        if let Kind::Level(levels) = directive.kind() {
            words.extend(levels.iter().map(|level| (*level).to_owned()));
        }
    }
    for word in words {
        println!("\"{}\"", word.replace('\\', "\\\\").replace('"', "\\\""));
    }
}

/// Words that stand in no table.
const WORDS: [&str; 26] = [
    "ExampleBot",
    "*;",
    "?0",
    "@1700000000",
    "User-agent: ",
    "Allow: /",
    "Disallow: /*",
    "User-agent-purpose: ",
    "Signature-agent: ",
    "Mobile-agent-server: ",
    "Crawl-delay: ",
    "Sitemap: ",
    "%2F",
    "$",
    "<meta name=robots content=",
    "</script>",
    "<script>",
    "<!--",
    "-->",
    "<noscript>",
    "</noscript>",
    "<template>",
    "</head>",
    "<body>",
    "<title>",
    "Wed, 03 Dec 2025 13:09:53 GMT",
];
