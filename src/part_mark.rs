//! The marks that owners put around a part of a page, and the words of `rel`: the names that readers of pages and profiles share.

use crate::names::named;

named! {
    /// A way to say that a part of a page is not to be quoted.
    #[non_exhaustive]
    pub enum PartMarkKind {
        /// `data-nosnippet` on a `span`, `div` or `section`, where Google documents it.
        NoSnippet = "data-nosnippet";
        /// `data-nosnippet` on any other element, where Bing reads it.
        NoSnippetElsewhere = "data-nosnippet elsewhere";
        /// The class `robots-nocontent` (Yahoo, 2007). Jetpack writes it on its share box.
        NoContent = "robots-nocontent";
        /// The element `noindex` of Yandex, up to the first end tag of that name, whatever is nested. Without one, the whole page.
        NoIndex = "noindex";
        /// The comment `<!--noindex-->`, up to `<!--/noindex-->`, as the element.
        NoIndexComment = "noindex comment";
        /// The comment with blanks or capitals, which Yandex does not document.
        NoIndexLoose = "noindex comment, loose";
        /// `<!--googleoff: index-->`, or with `snippet` or `all`, up to the `googleon` of that word (Google Search Appliance). One of
        /// `anchor` is about links alone.
        GoogleOff = "googleoff";
    }
}

named! {
    /// A word of `rel` about following a link.
    #[non_exhaustive]
    pub enum Rel {
        /// The owner does not endorse the link, and wants it not to be followed.
        NoFollow = "nofollow";
        /// A user of the site wrote the link.
        Ugc = "ugc";
        /// Somebody pays for the link.
        Sponsored = "sponsored";
    }
}

named! {
    /// An element with a link that a crawler may follow.
    #[non_exhaustive]
    pub enum LinkElement {
        /// `a` of HTML or SVG.
        A = "a";
        /// `area` of an image map.
        Area = "area";
        /// `form`, whose `action` is a link with a question. Few crawlers follow it.
        Form = "form";
    }
}
