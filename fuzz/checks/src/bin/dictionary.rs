//! Prints the fuzzer's dictionary: the words of all inputs, from the library's tables where one has them.

use robots_policy::robots_txt::RecordKey;
use robots_policy::uses::Label;
use robots_policy::{Directive, DirectiveKind};

fn main() {
    let mut words: Vec<String> = WORDS.iter().map(|word| (*word).to_owned()).collect();
    words.extend(RecordKey::ALL.iter().map(|key| format!("{}: ", key.name())));
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

/// Words that are in no table.
const WORDS: &[&str] = &[
    // Fields and contents.
    "ExampleBot",
    "*;",
    "?0",
    "@1700000000",
    "Wed, 03 Dec 2025 13:09:53 GMT",
    "train-ai=n",
    "ai-train=no",
    "use=reference",
    "Content-Usage: /a ",
    "Content-Signal: ",
    "License: https://example.com/license.xml",
    // Paths.
    "/*",
    "%2F",
    "$",
    // Documents.
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
    // Licences.
    "<content url=\"",
    "</content>",
    "<license>",
    "</license>",
    "<permits type=\"usage\">",
    "</permits>",
    "<prohibits type=\"usage\">",
    "</prohibits>",
    "<payment type=\"crawl\"/>",
    "<![CDATA[",
    "]]>",
    "&#97;",
    // Reservations.
    "[{\"location\": \"/\",",
    "\"tdm-reservation\": 1",
    "\"tdm-policy\": \"https://example.com/\"}",
    // Archives.
    "WARC/1.0\r\n",
    "WARC/1.1\r\n",
    "WARC-Type: response\r\n",
    "WARC-Type: revisit\r\n",
    "WARC-Target-URI: http://a/\r\n",
    "Content-Type: application/http; msgtype=response\r\n",
    "Content-Length: ",
    "\r\n\r\n",
    "HTTP/1.1 200 OK\r\n",
    "Content-Type: text/html\r\n",
    "Content-Encoding: gzip\r\n",
    "Transfer-Encoding: chunked\r\n",
    "0\r\n\r\n",
    // Records of the batch mode.
    "{\"id\":",
    "\"url\":\"/",
    "\"agent\":\"",
    "\"headers\":[[\"robots-tag\",\"",
    "\"html\":\"",
    "\"html_base64\":\"",
    "\"chunk\":",
    "\"robots_txt\":\"",
    "\"robots_status\":",
    "\"signature_agent\":\"",
    "\"purposes\":[\"",
    "\"now\":\"2026-01-01T00:00:00Z\"",
    "\"options\":{\"",
];
