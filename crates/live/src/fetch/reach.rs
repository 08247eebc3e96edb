//! The addresses that a page may lead to.
//!
//! **A1.** A page on the web must not make this program ask machines that only the program can reach: itself, its network, the
//! metadata of its cloud.
//!
//! *Invariant.* A connection goes to an address that [`Reach::allows`]. It is decided after the name is resolved, on the addresses
//! that the connection is then made to, for each request anew: a name that leads elsewhere at its second resolution gains
//! nothing. The class of the page's own address sets what its redirects, its robots.txt, its licences and its `tdmrep.json` may
//! reach: the same class, and the public web. Connections are kept for pages of one class, so that none serves a page that could
//! not have made it. Of a name with addresses of several classes only the allowed ones are tried.
//!
//! *Through a proxy* the proxy resolves names, so only addresses that are written as such are compared. A `socks4` or `socks5`
//! proxy is given the address that was resolved and compared here.
//!
//! *What breaks if touched.* A check of the name alone is passed by a server of names; a check before the first request alone is
//! passed by a second answer of it.
//!
//! *Which test notices.* `exchanges::of_pages`, by `fetch/tests/reach.txt` with names and classes of its own; `check::reach` runs the program.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::sync::Arc;

use ureq::config::Config;
use ureq::unversioned::resolver::{DefaultResolver, ResolvedSocketAddrs, Resolver};
use ureq::unversioned::transport::NextTimeout;
use url::{Host, Url};

/// Which addresses may be requested.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Addresses {
    /// For each page those that its own address may lead to.
    #[default]
    OfPage,
    /// Public ones alone, whatever the page is.
    Public,
    /// All.
    Any,
}

/// The addresses that may be requested now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reach {
    Any,
    Public,
    /// Those that a page at an address of this class may lead to.
    Of(Class),
}

impl Reach {
    /// Whether addresses of this class may be requested. The public web may be reached from everywhere: nothing there is hidden
    /// from the page.
    pub(super) fn allows(self, class: Class) -> bool {
        class == Class::Public
            || match self {
                Reach::Any => true,
                Reach::Public => false,
                Reach::Of(own) => own == class,
            }
    }

    /// The refusal of an address, if it may not be requested.
    pub(super) fn refusal(self, address: IpAddr, class: Class) -> Option<Refused> {
        let from = match self {
            Reach::Of(own) => Some(own),
            _ => None,
        };
        (!self.allows(class)).then_some(Refused {
            address,
            class,
            from,
        })
    }
}

/// The reachability of an address, by the registries of special-purpose addresses (RFC 6890).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    Public,
    /// Of a network of one owner (RFC 1918, RFC 4193), or of a carrier (RFC 6598).
    Private,
    Loopback,
    /// Of one link, where the metadata of clouds are.
    LinkLocal,
    /// The address of no machine, which many systems take for their own.
    Unspecified,
    Multicast,
    Broadcast,
    /// For documentation, for benchmarks, for protocols, or for the future.
    Reserved,
}

impl Class {
    pub(super) fn of(address: IpAddr) -> Class {
        match address {
            IpAddr::V4(address) => Class::of_v4(address),
            IpAddr::V6(address) => Class::of_v6(address),
        }
    }

    fn of_v4(address: Ipv4Addr) -> Class {
        match address.octets() {
            [0, ..] => Class::Unspecified,
            [127, ..] => Class::Loopback,
            [10, ..] | [172, 16..=31, ..] | [192, 168, ..] | [100, 64..=127, ..] => Class::Private,
            [169, 254, ..] => Class::LinkLocal,
            [255, 255, 255, 255] => Class::Broadcast,
            [224..=239, ..] => Class::Multicast,
            [240..=255, ..]
            | [192, 0, 0 | 2, _]
            | [192, 88, 99, _]
            | [198, 18 | 19, ..]
            | [198, 51, 100, _]
            | [203, 0, 113, _] => Class::Reserved,
            _ => Class::Public,
        }
    }

    fn of_v6(address: Ipv6Addr) -> Class {
        if let Some(inner) = inner(address) {
            return Class::of_v4(inner);
        }
        match address.segments() {
            [0, 0, 0, 0, 0, 0, 0, 0] => Class::Unspecified,
            [0, 0, 0, 0, 0, 0, 0, 1] => Class::Loopback,
            [0xfe80..=0xfebf, ..] => Class::LinkLocal,
            // The second one is of former site-local addresses (RFC 3879), the third of translators within a network (RFC 8215).
            [0xfc00..=0xfdff | 0xfec0..=0xfeff, ..] | [0x64, 0xff9b, 1, ..] => Class::Private,
            [0xff00..=0xffff, ..] => Class::Multicast,
            [0x2001, 0..=0x1ff | 0xdb8, ..] | [0x3fff, 0..=0xfff, ..] => Class::Reserved,
            [0x2000..=0x3fff, ..] => Class::Public,
            _ => Class::Reserved,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Class::Public => "public",
            Class::Private => "private",
            Class::Loopback => "loopback",
            Class::LinkLocal => "link-local",
            Class::Unspecified => "unspecified",
            Class::Multicast => "multicast",
            Class::Broadcast => "broadcast",
            Class::Reserved => "reserved",
        }
    }
}

/// The address of IPv4 that packets to this address reach: mapped (RFC 4291), translated (RFC 6052), in 6to4 (RFC 3056).
fn inner(address: Ipv6Addr) -> Option<Ipv4Addr> {
    let ([0, 0, 0, 0, 0, 0xffff, a, b] | [0x64, 0xff9b, 0, 0, 0, 0, a, b] | [0x2002, a, b, ..]) =
        address.segments()
    else {
        return None;
    };
    Some(Ipv4Addr::from_bits(u32::from(a) << 16 | u32::from(b)))
}

/// An address that may not be requested.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refused {
    address: IpAddr,
    class: Class,
    /// The class of the page's address, if that decides.
    from: Option<Class>,
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (address, class) = (self.address, self.class.name());
        write!(f, "not requested: its address {address} is {class}, and ")?;
        match self.from {
            Some(page) => write!(
                f,
                "that of the page is {}; --allow-private requests it",
                page.name()
            ),
            None => f.write_str("--public-only allows public addresses alone"),
        }
    }
}

impl std::error::Error for Refused {}

/// The addresses of names, and their classes.
#[derive(Clone, Debug)]
pub struct HostNames {
    pub(super) lookup: Arc<dyn Resolver>,
    pub(super) class: fn(IpAddr) -> Class,
}

impl Default for HostNames {
    fn default() -> HostNames {
        HostNames {
            lookup: Arc::new(DefaultResolver::default()),
            class: Class::of,
        }
    }
}

impl HostNames {
    /// The class of a page's address. A page with public addresses and others is public; so is one that is not found.
    pub(super) fn class_of(&self, page: &Url, config: &Config, timeout: NextTimeout) -> Class {
        let uri = page.as_str().parse().ok();
        let found = uri.and_then(|uri| self.lookup.resolve(&uri, config, timeout).ok());
        let found = found.iter().flat_map(|found| found.iter());
        let classes: Vec<Class> = found.map(|address| (self.class)(address.ip())).collect();
        let first = classes.first().copied().unwrap_or(Class::Public);
        if classes.contains(&Class::Public) {
            Class::Public
        } else {
            first
        }
    }

    /// The address that a URL is written with, and its class.
    pub(super) fn literal(&self, url: &Url) -> Option<(IpAddr, Class)> {
        let address = match url.host()? {
            Host::Ipv4(address) => address.into(),
            Host::Ipv6(address) => address.into(),
            Host::Domain("localhost") => Ipv4Addr::LOCALHOST.into(),
            Host::Domain(_) => return None,
        };
        Some((address, (self.class)(address)))
    }
}

/// Gives the connection those addresses of a name that may be requested.
#[derive(Debug)]
pub(super) struct Guard {
    pub(super) names: HostNames,
    pub(super) reach: Reach,
}

impl Resolver for Guard {
    fn resolve(
        &self,
        uri: &http::Uri,
        config: &Config,
        timeout: NextTimeout,
    ) -> Result<ResolvedSocketAddrs, ureq::Error> {
        let found = self.names.lookup.resolve(uri, config, timeout)?;
        // The user named the proxy. No page has its address here: the proxy itself is asked for all of them.
        if config.proxy().is_some_and(|proxy| proxy.uri() == uri) {
            return Ok(found);
        }
        let mut open = self.empty();
        let mut refused = None;
        for address in &found {
            let class = (self.names.class)(address.ip());
            match self.reach.refusal(address.ip(), class) {
                Some(refusal) => refused = refused.or(Some(refusal)),
                None => open.push(*address),
            }
        }
        match refused {
            Some(refusal) if open.is_empty() => Err(ureq::Error::Other(Box::new(refusal))),
            _ => Ok(open),
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)] // a test fails by panicking
mod tests {
    use robots_policy_kit::told::assert_told;

    use super::*;

    #[test]
    fn every_address_has_its_class() {
        assert_told("crates/live/src/told/classes.txt", |step, _| {
            if step.starts_with("# ") {
                return String::new();
            }
            let addresses = step.split(' ').map(|address| address.parse().unwrap());
            let mut classes: Vec<Class> = addresses.map(Class::of).collect();
            classes.dedup();
            let names: Vec<String> = classes.iter().map(|class| format!("{class:?}")).collect();
            names.join(" ")
        });
    }

    #[test]
    fn a_page_leads_to_its_own_class_and_to_the_web() {
        let classes = [
            Class::Public,
            Class::Private,
            Class::Loopback,
            Class::LinkLocal,
            Class::Unspecified,
            Class::Multicast,
            Class::Broadcast,
            Class::Reserved,
        ];
        for to in classes {
            assert!(Reach::Any.allows(to));
            assert_eq!(Reach::Public.allows(to), to == Class::Public);
            for page in classes {
                let is_open = to == page || to == Class::Public;
                assert_eq!(Reach::Of(page).allows(to), is_open, "{page:?} to {to:?}");
            }
        }
    }
}
