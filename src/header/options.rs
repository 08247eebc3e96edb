//! The choices of a [`HeaderReader`](super::HeaderReader). Each has a name for options of a program, and is read from
//! it.

use crate::names::named;

named! {
    /// The grammar of `Robots-Tag`.
    ///
    /// The field is a structured field, and RFC 9651 drops a whole one for a single fault: a stray semicolon would then
    /// turn `noindex` off. The lenient mode therefore reads member by member. The strict modes are for checking a field
    /// before it is sent: they report each restriction that a strict reader loses.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_policy::HeaderReader;
    /// use robots_policy::header::RobotsTagMode;
    ///
    /// let line = [("Robots-Tag", "*;noindex, OtherBot;;nofollow")];
    /// let strict = HeaderReader::new().with_mode(RobotsTagMode::StrictList);
    /// assert_eq!(HeaderReader::new().read_lines(line).value.len(), 2);
    /// assert!(strict.read_lines(line).value.is_empty());
    /// ```
    #[derive(Default)]
    #[non_exhaustive]
    pub enum RobotsTagMode {
        /// Member by member: the faults that the drafts' own examples have are forgiven and reported.
        #[default]
        Lenient = "lenient";
        /// A structured list of product tokens with rules as parameters (the successor draft), `*;noindex`; all or
        /// nothing.
        StrictList = "strict-list";
        /// A structured dictionary of product tokens with lists of rules (the seed draft), `*=(noindex)`; all or
        /// nothing.
        StrictDictionary = "strict-dictionary";
    }
}

named! {
    /// The treatment of a response with both fields.
    #[derive(Default)]
    #[non_exhaustive]
    pub enum BothFields {
        /// Both bind, since deployments send both while they change over.
        #[default]
        Union = "union";
        /// `X-Robots-Tag` is left out, with a diagnostic, if `Robots-Tag` has at least one well-formed member.
        PreferRobotsTag = "prefer-robots-tag";
    }
}

named! {
    /// Whether field lines are as the site sent them. There are no others than these two.
    ///
    /// It matters to `X-Robots-Tag` alone: a prefix reaches to the end of its line, so that joining lines changes
    /// scopes. The members of `Robots-Tag` carry their subjects with them.
    #[derive(Default)]
    pub enum FieldLines {
        /// Each line is one that the site sent: a line without a prefix addresses every client.
        #[default]
        Separate = "separate";
        /// Lines were joined with commas on the way (RFC 9110 §5.3), so that a statement after a prefix may have begun
        /// a line of its own. Such statements keep their scope and are reported.
        Joined = "joined";
    }
}
