//! Hosts of static sites: rules of paths with their fields.

mod condition;
mod headers_file;
mod json;
mod lines;
mod netlify;
mod redirects;
mod relevance;
mod rules;
mod vercel;

pub(crate) use headers_file::HeadersFile;
pub(crate) use netlify::Netlify;
pub(crate) use vercel::Vercel;
