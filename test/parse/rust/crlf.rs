use std::fmt;

/// Größe, naïve.
/// Zweite Zeile.
pub struct Größe<'a> {
    /* é */ pub straße: &'a str,
}

impl Größe<'_> {
    pub fn länge(&self) -> usize {
        let text = "🎉🎉🎉"; messen(text, "😀").zählen(self.straße)
    }
}
