//! The metas of a document as a full parse into a tree has them.

use html5ever::tendril::TendrilSink;
use html5ever::{ParseOpts, parse_document};
use markup5ever_rcdom::{Handle, NodeData, RcDom};
use robots_policy::meta::Placement;

/// Reads name, content and placement of every meta of the document with both attributes.
pub fn metas(html: &str) -> Vec<(String, String, Placement)> {
    let metas = found(html, meta).into_iter();
    metas
        .map(|((name, content), place)| (name, content, place))
        .collect()
}

/// Reads the licences of the head, or those that count where the body is read: the `href` of a link, or the text of a script. A
/// script counts wherever it is, a link of the body is about its parent.
pub fn licenses(html: &str, reads_body: bool) -> Vec<String> {
    let counts = |is_script: bool, place: Placement| match place {
        Placement::Head => true,
        Placement::Body => reads_body && is_script,
        _ => reads_body,
    };
    let licenses = found(html, license).into_iter();
    let licenses = licenses.filter(|((_, is_script), place)| counts(*is_script, *place));
    licenses.map(|((text, _), _)| text).collect()
}

/// The findings of `read` in the elements of the document.
fn found<T>(html: &str, read: fn(&Handle) -> Option<T>) -> Vec<(T, Placement)> {
    // The mark at the start is dropped with the bytes; the parser reads text.
    let html = html.strip_prefix('\u{feff}').unwrap_or(html);
    // A dropped tree drops its nodes for every holder.
    let dom = tree(html, true);
    let mut all = Vec::new();
    let mut open = vec![(dom.document.clone(), Placement::Body)];
    while let Some((node, place)) = open.pop() {
        all.extend(read(&node).map(|found| (found, place)));
        if is_html(&node, "noscript") {
            let found = in_noscript(&node, read).into_iter();
            all.extend(found.map(|found| (found, Placement::Noscript)));
            continue;
        }
        // A template's content is not among its children.
        let place = if is_html(&node, "head") {
            Placement::Head
        } else {
            Placement::Body
        };
        let children = node.children.borrow();
        open.extend(children.iter().rev().map(|child| (child.clone(), place)));
    }
    all
}

fn tree(html: &str, scripting_enabled: bool) -> RcDom {
    let mut options = ParseOpts::default();
    options.tokenizer.discard_bom = false;
    options.tree_builder.scripting_enabled = scripting_enabled;
    parse_document(RcDom::default(), options).one(html)
}

/// The findings of `read` in the text of a noscript, as a client without scripting sees it.
fn in_noscript<T>(noscript: &Handle, read: fn(&Handle) -> Option<T>) -> Vec<T> {
    let dom = tree(&text_of(noscript), false);
    let mut found = Vec::new();
    let mut open = vec![dom.document.clone()];
    while let Some(node) = open.pop() {
        found.extend(read(&node));
        open.extend(node.children.borrow().iter().rev().cloned());
    }
    found
}

/// The text of the children of a node.
fn text_of(node: &Handle) -> String {
    let mut text = String::new();
    for child in node.children.borrow().iter() {
        if let NodeData::Text { contents } = &child.data {
            text.push_str(&contents.borrow());
        }
    }
    text
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

/// The licence that a link points at or a script holds (RSL 1.0 §4.6).
fn license(node: &Handle) -> Option<(String, bool)> {
    let NodeData::Element { attrs, .. } = &node.data else {
        return None;
    };
    let attrs = attrs.borrow();
    let value = |name: &str| attrs.iter().find(|a| &*a.name.local == name);
    let space = ['\t', '\n', '\x0c', '\r', ' '];
    let kind = value("type")?.value.to_ascii_lowercase();
    let essence = kind.split(';').next()?.trim_matches(space);
    if essence != "application/rsl+xml" {
        return None;
    }
    let is_script = is_html(node, "script");
    let license = if is_script {
        text_of(node)
    } else if is_html(node, "link") {
        let rel = value("rel")?.value.to_ascii_lowercase();
        let mut relations = rel.split(space);
        relations.find(|relation| *relation == "license")?;
        value("href")?.value.trim_matches(space).to_owned()
    } else {
        return None;
    };
    (!license.trim_matches(space).is_empty()).then_some((license, is_script))
}
