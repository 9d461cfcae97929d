//! A small map of texts: labels, annotations, a query.

/// Texts by text, in the order of the keys. A list and not a tree: there are few, and a tree of one more type is ten
/// kilobytes of wasm.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Texts(Vec<(String, String)>);

impl Texts {
    /// An empty one.
    #[must_use]
    pub fn new() -> Texts {
        Texts::default()
    }

    #[inline(never)]
    fn place(&self, key: &str) -> Result<usize, usize> {
        // What comes in order is found at once.
        if self.0.last().is_none_or(|(last, _)| last.as_str() < key) {
            return Err(self.0.len());
        }
        self.0.binary_search_by(|(other, _)| other.as_str().cmp(key))
    }

    /// The text of a key.
    #[must_use]
    #[inline(never)]
    pub fn get(&self, key: &str) -> Option<&String> {
        self.place(key).ok().map(|at| &self.0[at].1)
    }

    /// Whether a key is there.
    #[must_use]
    pub fn contains_key(&self, key: &str) -> bool {
        self.place(key).is_ok()
    }

    /// Whether nothing is in it.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Puts a text in, in place of the one that was there.
    #[inline(never)]
    pub fn insert(&mut self, key: String, text: String) {
        match self.place(&key) {
            Ok(at) => self.0[at].1 = text,
            Err(at) => self.0.insert(at, (key, text)),
        }
    }

    /// Takes a text out.
    pub fn remove(&mut self, key: &str) -> Option<String> {
        let at = self.place(key).ok()?;
        Some(self.0.remove(at).1)
    }

    /// Puts all of these in.
    pub fn extend(&mut self, others: &Texts) {
        for (key, text) in &others.0 {
            self.insert(key.clone(), text.clone());
        }
    }

    /// In the order of the keys.
    pub fn iter(&self) -> std::slice::Iter<'_, (String, String)> {
        self.0.iter()
    }

    /// The keys, in order.
    pub fn keys(&self) -> impl Iterator<Item = &String> {
        self.0.iter().map(|(key, _)| key)
    }
}

impl FromIterator<(String, String)> for Texts {
    fn from_iter<I: IntoIterator<Item = (String, String)>>(pairs: I) -> Texts {
        let mut texts = Texts::new();
        for (key, text) in pairs {
            texts.insert(key, text);
        }
        texts
    }
}

impl<const N: usize> From<[(String, String); N]> for Texts {
    fn from(pairs: [(String, String); N]) -> Texts {
        pairs.into_iter().collect()
    }
}

impl<'a> IntoIterator for &'a Texts {
    type Item = &'a (String, String);
    type IntoIter = std::slice::Iter<'a, (String, String)>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl IntoIterator for Texts {
    type Item = (String, String);
    type IntoIter = std::vec::IntoIter<(String, String)>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}
