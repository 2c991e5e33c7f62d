use std::fmt;

pub fn before(count: usize) -> usize { helper(count) }

pub struct Half {
    pub name: String
    rank: u8,
}

fn unfinished(x: i32 {
    let y = ;
    call(x)
}

impl Half {
    pub fn whole(&self) -> String { self.name.clone() }

fn after() { before(1); }
