use crate::store::{self, Index, Store};

pub fn serve(parameter: &Store, count: usize) -> Result<(), Error> {
    let made = Store::new("a, b");
    let opened = store::open("x")?;
    let mut written: Option<Index> = None;
    let literal = Store { name: "x" };
    if let Some(item) = opened.first() {
        item.save();
    }
    let Some(last) = opened.last() else { return Ok(()) };
    last.save();
    for item in opened.items() {
        item.save();
        let made = item.parent();
        made.save();
    }
    made.close();
    written.take();
    literal.close();
    opened.each(|entry| entry.save());
    opened.each(|entry: &Index| entry.close());
    opened.map(on_close).map(Store::close).map(store::open);
    let (left, right) = opened.pair();
    left.close();
    match opened.find() {
        Some(found) => found.save(),
        None => {}
    }
    let hooks = Hooks { on_close: on_close, other: store::open };
    hooks.run(count);
    let shadow = made.clone();
    let shadow = shadow.inner();
    shadow.close();
    Ok(())
}

fn on_close() {}
