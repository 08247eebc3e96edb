//! The server of mobile agents in a record.

use serde::{Deserialize, Serialize};

use crate::robots_txt::{self, RobotsTxt};

/// The server of mobile agents: a host, or explicitly none.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct MobileAgentServer {
    /// The host.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub host: Option<String>,
    /// Whether robots.txt says that there is none.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub none: bool,
}

impl MobileAgentServer {
    pub(in crate::report) fn new(rules: &RobotsTxt, target: &str) -> Option<MobileAgentServer> {
        let (host, none) = match rules.mobile_agent_server(target) {
            robots_txt::MobileAgentServer::Host(host) => (Some(host.to_owned()), false),
            robots_txt::MobileAgentServer::ExplicitNone => (None, true),
            robots_txt::MobileAgentServer::Unspecified => return None,
        };
        Some(MobileAgentServer { host, none })
    }
}
