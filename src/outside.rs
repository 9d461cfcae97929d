//! The world that Kubernetes does not know: accounts of some service outside the cluster.
//!
//! Nothing here has a revision, an owner reference or a collector. What a controller makes and forgets stays: a leak.

use std::sync::Arc;

use crate::object::Key;
use crate::persist::Map;

/// One account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    /// While true, every call about it fails.
    pub broken: bool,
    /// The key of the AppConfig for which it was made; `None` = by somebody else.
    pub made_by: Option<Key>,
}

/// All accounts, by name.
#[derive(Clone, Debug, Default)]
pub struct Outside {
    accounts: Map<Arc<str>, Account>,
}

/// One call of a reconciler.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Call {
    /// Which accounts are there for this key, and is the wanted one?
    Look(Option<Arc<str>>),
    /// Make it.
    Create(Arc<str>),
    /// Remove it.
    Remove(Arc<str>),
}

impl Call {
    /// The call's name, and the account it is about (empty: all of the key).
    #[must_use]
    pub fn parts(&self) -> (&'static str, &str) {
        match self {
            Call::Look(name) => ("look", name.as_deref().unwrap_or("")),
            Call::Create(name) => ("create", name),
            Call::Remove(name) => ("remove", name),
        }
    }
}

/// What a call found or did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// Of a look: the accounts made for the key, and whether the wanted one is there (by whomever).
    Seen {
        /// Made for the key, by name.
        mine: Vec<Arc<str>>,
        /// The wanted one is there.
        wanted: bool,
    },
    /// Made or removed.
    Done,
}

/// Why a call failed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CallFault {
    /// The service does not answer about this account.
    #[error("account \"{0}\": service unavailable")]
    Unavailable(Arc<str>),
    /// A create found it there.
    #[error("account \"{0}\" already exists")]
    AlreadyExists(Arc<str>),
    /// A removal found nothing.
    #[error("account \"{0}\" not found")]
    NotFound(Arc<str>),
}

impl CallFault {
    /// In one word, as Kubernetes' Status has it.
    #[must_use]
    pub fn reason(&self) -> &'static str {
        match self {
            CallFault::Unavailable(_) => "ServiceUnavailable",
            CallFault::AlreadyExists(_) => "AlreadyExists",
            CallFault::NotFound(_) => "NotFound",
        }
    }
}

impl Outside {
    /// One call on behalf of `key`. A failed call has changed nothing.
    ///
    /// # Errors
    /// As the service answers.
    pub fn call(&mut self, call: &Call, key: &Key) -> Result<Found, CallFault> {
        match call {
            Call::Look(wanted) => {
                let mut mine = Vec::new();
                for (name, account) in self.accounts.iter() {
                    if account.made_by.as_ref() == Some(key) {
                        mine.push(name.clone());
                    }
                }
                for name in wanted.iter().chain(&mine) {
                    if self.is_broken(name) {
                        return Err(CallFault::Unavailable(name.clone()));
                    }
                }
                Ok(Found::Seen { wanted: wanted.as_ref().is_some_and(|name| self.accounts.contains_key(name)), mine })
            }
            Call::Create(name) | Call::Remove(name) if self.is_broken(name) => Err(CallFault::Unavailable(name.clone())),
            Call::Create(name) => {
                if self.accounts.contains_key(name) {
                    return Err(CallFault::AlreadyExists(name.clone()));
                }
                self.accounts.insert(name.clone(), Account { broken: false, made_by: Some(key.clone()) });
                Ok(Found::Done)
            }
            Call::Remove(name) => self.accounts.remove(name).map(|_| Found::Done).ok_or_else(|| CallFault::NotFound(name.clone())),
        }
    }

    fn is_broken(&self, name: &Arc<str>) -> bool {
        self.accounts.get(&**name).is_some_and(|account| account.broken)
    }

    /// All accounts, by name.
    pub fn accounts(&self) -> impl Iterator<Item = (&Arc<str>, &Account)> {
        self.accounts.iter()
    }

    /// Whether an account has this name.
    #[must_use]
    pub fn contains(&self, name: &str) -> bool {
        self.accounts.contains_key(name)
    }

    /// Somebody who is not the controller makes an account; false = it is there.
    pub fn create(&mut self, name: &str, made_by: Option<Key>, broken: bool) -> bool {
        let fresh = !self.accounts.contains_key(name);
        if fresh {
            self.accounts.insert(name.into(), Account { broken, made_by });
        }
        fresh
    }

    /// Somebody who is not the controller removes an account; false = there is none.
    pub fn remove(&mut self, name: &str) -> bool {
        self.accounts.remove(name).is_some()
    }

    /// From now on every call about this account fails; false = there is none.
    pub fn break_down(&mut self, name: &str) -> bool {
        self.set_broken(name, true)
    }

    /// The opposite of [`Outside::break_down`].
    pub fn heal(&mut self, name: &str) -> bool {
        self.set_broken(name, false)
    }

    fn set_broken(&mut self, name: &str, broken: bool) -> bool {
        self.accounts.update(name, |account| account.broken = broken)
    }
}
