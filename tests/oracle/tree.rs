//! The metas of a document as a full parse into a tree has them.

use html5ever_oracle::tendril::TendrilSink;
use html5ever_oracle::{ParseOpts, parse_document};
use markup5ever_rcdom::{Handle, NodeData, RcDom};
use robots_policy::Placement;

/// (name, content, placement) of every meta of the tree with both attributes.
pub(crate) type Metas = Vec<(String, String, Placement)>;

/// Reads the document. It panics where the tree builder does, as its version does on some metas.
pub(crate) fn metas(html: &str) -> Metas {
    let mut options = ParseOpts::default();
    options.tokenizer.discard_bom = false;
    // The mark at the start is dropped with the bytes; the parser reads text.
    let html = html.strip_prefix('\u{feff}').unwrap_or(html);
    let dom = parse_document(RcDom::default(), options).one(html);
    let mut metas = Vec::new();
    let mut open = vec![(dom.document.clone(), Placement::Body)];
    while let Some((node, place)) = open.pop() {
        if let Some((name, content)) = meta(&node) {
            metas.push((name, content, place));
        }
        // Not into templates: a template's content is none of its children.
        let place = if is_html(&node, "head") {
            Placement::Head
        } else {
            Placement::Body
        };
        let children = node.children.borrow();
        open.extend(children.iter().rev().map(|child| (child.clone(), place)));
    }
    metas
}

fn is_html(node: &Handle, local: &str) -> bool {
    let NodeData::Element { name, .. } = &node.data else {
        return false;
    };
    &*name.ns == "http://www.w3.org/1999/xhtml" && &*name.local == local
}

fn meta(node: &Handle) -> Option<(String, String)> {
    let NodeData::Element { attrs, .. } = &node.data else {
        return None;
    };
    if !is_html(node, "meta") {
        return None;
    }
    let attrs = attrs.borrow();
    let value = |name: &str| {
        let found = attrs.iter().find(|a| &*a.name.local == name)?;
        Some(found.value.to_string())
    };
    Some((value("name")?, value("content")?))
}
