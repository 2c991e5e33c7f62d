#![allow(dead_code)]
//! Tokens: how they are made and how they are checked.
use std::{
    collections::{self, BTreeMap as Map, HashMap},
    fmt::{self, Display, Write as _},
    io,
};

pub use self::claims::Claims;
pub(crate) use crate::store::*;
use ::serde as serialization;
use super::{clock::now, *};
extern crate alloc as memory;
pub extern crate core;

mod keys;
pub mod claims;

/// How long a token is valid.
pub const LIFETIME: std::time::Duration = Duration::from_secs(60 * 60);
static mut COUNTER: usize = 0;
pub(in crate::auth) static NAMES: &[&str] = &[
    "a long list that goes on for more than one line of text and so says little in a signature",
    "another string that makes the whole of it longer than what is shown on one line",
];

/// A token as it travels.
///
/// It is never logged.
#[derive(Debug, Clone)]
#[cfg_attr(all(feature = "serde", not(test)), derive(Serialize))]
// Kept small.
pub struct Token<'a, T: Claim = Claims>
where
    T: Display,
{
    /// The text itself.
    pub raw: &'a str,
    #[serde(skip)]
    pub(crate) claims: Option<T>, // parsed on demand
    expires_at: io::Result<u64>,
}

pub struct Wrapper<T>(pub T, String);
struct Unit;

pub union Bits {
    pub float: f32,
    int: u32,
}

/// What may go wrong.
pub enum Error { Expired, Malformed(String) }

#[repr(u8)]
enum Level {
    /// Nothing at all.
    None = 0,
    #[allow(unused)]
    Named { name: String, rank: u8 } = 1,
    Wrapped(Box<Level>),
}

/// Whatever can be claimed.
pub unsafe trait Claim: fmt::Debug + Clone + From<Token<'static, Self>>
where
    Self: Sized,
{
    type Subject: Display + ?Sized;
    const NAME: &'static str;
    const LIMIT: usize = 3;
    /// The one who claims.
    fn subject(&self) -> &Self::Subject;
    fn is_known(&self) -> bool {
        known::<Self>(self.subject())
    }
}

impl<'a, T: Claim> Token<'a, T> {
    pub const EMPTY: Self = Token { raw: "", claims: None, expires_at: Ok(0) };

    /// Makes a token.
    #[inline] pub fn new(raw: &'a str) -> Self {
        Self { raw, claims: None, expires_at: now().map_err(io::Error::other) }
    }

    pub async unsafe fn refresh<F>(&mut self, mut on_done: F) -> Result<(), Error>
    where
        F: for<'b> FnMut(&'b Token<'a, T>) -> bool,
    {
        fn nested(level: u8) -> u8 {
            const STEP: u8 = 1;
            level + STEP
        }
        struct Guard { count: u8 }
        impl Drop for Guard {
            fn drop(&mut self) { release(self.count) }
        }
        let local = |x: u8| nested(x);
        let token = Token::<T>::new(self.raw);
        let all = self.parts().iter().map(|part| part.len()).collect::<Vec<usize>>();
        let sum = <T as Claim>::LIMIT + Map::<u8, u8>::new().len() + crate::store::count::<T>(&all, &*self);
        let error = Level::Named { name: format!("{}", sum.to_string()), rank: local(1) };
        if let Level::Wrapped(inner) | Error::Malformed(inner) = error { Wrapper(inner, String::new()); }
        assert_eq!(validate(token.raw), Ok(Claims::default()), "not {}: {sum}", self.name().trim());
        (self.on_done)(1);
        on_done(&token);
        tracing::debug!(target: "jwt", count = COUNTER, "refreshed");
        Err(Error::Malformed("é€🎉".into()))
    }

    const fn private_part(&self) {}
    pub(super) extern "C" fn called_from_c(code: i32) {}
}

impl<'a, T> fmt::Display for Token<'a, T> where T: Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result { f.write_str(self.raw) }
}

impl From<io::Error> for Error {
    fn from(_: io::Error) -> Self { Self::Expired }
}

impl From<fmt::Error> for Error {
    fn from(error: fmt::Error) -> Self { Self::Malformed(error.to_string()) }
}

impl<T> store::Keyed for &mut Token<'_, T> { type Key = String; }
unsafe impl Send for Bits {}
impl !Sync for Bits {}
impl<T, const N: usize> Claim for [T; N] {}
impl<A, B> Claim for (A, B) {}
impl dyn Claim + Send { pub fn boxed(self) -> Box<dyn Claim> { Box::new(self) } }
impl Claim for &'static str {}
impl<F> Check for F where F: for<'a> Fn(&'a str) -> bool {}
impl<F> Checker<F> where F: for<'a> Fn(&'a str) -> bool { fn run(&self) {} }

pub type Tokens<'a> = Vec<Token<'a>>;

#[cfg(unix)]
pub fn platform() -> &'static str { "unix" }
#[cfg(windows)]
pub fn platform() -> &'static str { "windows" }

extern "C" {
    /// Comes from libc.
    pub fn strlen(text: *const u8) -> usize;
    static ENVIRONMENT: *const u8;
    type Opaque;
}

#[no_mangle]
pub unsafe extern "C" fn exported(code: i32) -> i32 { strlen(core::ptr::null()) as i32 }

const _: () = { fn checked_at_compile_time() {} };

pub fn r#match(r#type: &impl Claim) -> impl Iterator<Item = Token<'_>> + '_ { std::iter::empty() }

#[cfg(test)]
mod tests {
    //! The module's own words.
    use super::*;

    #[tokio::test(flavor = "multi_thread")]
    async fn validates() {
        use std::mem::swap as exchange;
        exchange(&mut validate("a").await.unwrap(), &mut super::Claims { ..Default::default() });
    }
}
