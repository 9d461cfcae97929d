//! What a person or a file got wrong: a code, the path of the field, and a sentence.

use std::fmt;
use std::ops::Deref;

/// What kind of fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Code {
    /// Not of the contract's shape, or a value that is not allowed.
    Invalid,
    /// Part of the contract, but not built yet.
    NotYet,
    /// It addresses something that is not there.
    NotFound,
    /// It cannot be done as things stand.
    NotPossible,
    /// Beyond a published bound.
    TooLarge,
    /// A session that leads elsewhere now.
    Diverged,
}

impl Code {
    /// Its name for JavaScript.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Code::Invalid => "invalid",
            Code::NotYet => "notYet",
            Code::NotFound => "notFound",
            Code::NotPossible => "notPossible",
            Code::TooLarge => "tooLarge",
            Code::Diverged => "diverged",
        }
    }
}

/// One fault. Whoever gets it can rely on nothing having changed.
///
/// What it says lies behind a pointer: hundreds of functions hand one on, and each would have to move it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error(Box<Fault>);

/// What an error says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// What kind.
    pub code: Code,
    /// JSON Pointer into what was handed in.
    pub path: String,
    /// In words.
    pub message: String,
}

impl Deref for Error {
    type Target = Fault;

    fn deref(&self) -> &Fault {
        &self.0
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Error {}

// What makes an error stays out of the line of those who find one: there are hundreds of them.
impl Error {
    /// A fault of any kind.
    #[cold]
    #[inline(never)]
    pub fn new(code: Code, path: &str, message: impl Into<String>) -> Error {
        Error(Box::new(Fault { code, path: path.to_string(), message: message.into() }))
    }

    /// Not allowed.
    #[cold]
    #[inline(never)]
    pub fn invalid(path: &str, message: impl Into<String>) -> Error {
        Error::new(Code::Invalid, path, message)
    }

    /// Not built.
    #[must_use]
    #[cold]
    #[inline(never)]
    pub fn not_yet(path: &str, what: &str) -> Error {
        Error::new(Code::NotYet, path, format!("{what} is not built yet"))
    }

    /// Not there.
    #[cold]
    #[inline(never)]
    pub fn not_found(path: &str, message: impl Into<String>) -> Error {
        Error::new(Code::NotFound, path, message)
    }

    /// The same fault, seen from further out.
    #[must_use]
    #[cold]
    #[inline(never)]
    pub fn below(mut self, prefix: &str) -> Error {
        self.0.path.insert_str(0, prefix);
        self
    }

    /// The same fault, seen from further in.
    #[must_use]
    pub fn within(mut self, prefix: &str) -> Error {
        if let Some(rest) = self.path.strip_prefix(prefix) {
            self.0.path = rest.to_string();
        }
        self
    }
}
