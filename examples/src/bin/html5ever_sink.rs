//! Parses a page with html5ever once, for its tree and for its robots metas.
//!
//! ```sh
//! echo '<meta name=robots content=noindex><p>Text' | cargo run --bin html5ever_sink
//! ```

use std::io::{self, Read};

use markup5ever_rcdom::RcDom;
use robots_policy::meta::html5ever::{parse_document, tendril::TendrilSink};
use robots_policy::meta::{MetaRules, MetaSink};

fn main() -> io::Result<()> {
    let mut page = Vec::new();
    io::stdin().read_to_end(&mut page)?;
    let sink = MetaSink::new(RcDom::default(), MetaRules::new());
    let (tree, metas) = parse_document(sink, Default::default())
        .from_utf8()
        .one(&page[..]);
    println!(
        "{} children of the document",
        tree.document.children.borrow().len()
    );
    for signal in &metas.value {
        let at = signal.provenance();
        println!("{} to {} ({at})", at.text(), signal.scope());
    }
    Ok(())
}
