//! Macros: those that are defined here, and what stands inside of those that are called.

/// Counts what it is given.
#[macro_export]
#[doc(hidden)]
macro_rules! count {
    () => { 0usize };
    ($head:tt $($tail:tt)*) => { $crate::helper(1usize) + count!($($tail)*) + start.step($head) };
}

macro_rules! define {
    ($name:ident, $t:ty) => {
        #[cfg(all(test, not(windows)))]
        impl Named for $t {
            fn name(&self) -> &str { describe(stringify!($name)) }
        }
    };
}

define!(Thing, Vec<u8>);

cfg_rt! {
    use crate::runtime::Handle;

    /// Runs a task.
    #[track_caller]
    pub fn spawn<F>(task: F) -> Handle
    where
        F: Future<Output = ()>,
    {
        cfg_trace! {
            let task = instrument(task);
        }
        Handle::current().spawn(task)
    }

    cfg_unstable! {
        pub struct Metrics { pub count: u64 }
        impl Metrics { pub fn total(&self) -> u64 { sum(self.count) } }
    }
}

pin_project! {
    /// A future that gives up.
    pub struct Timeout<T> {
        #[pin]
        value: T,
        delay: Sleep,
    }
}

thread_local! {
    static CURRENT: RefCell<Option<Handle>> = RefCell::new(None);
}

bitflags! {
    struct Flags: u32 { const A = compute(1); }
}

async fn run(receiver: Receiver) -> Vec<u8> {
    tokio::select! {
        message = receiver.recv() => handle(message),
        Some(other) = self.queue.next() => { log::warn!("late {}", other.describe(1)) }
        _ = sleep(seconds + (2)) => return (finish)(),
    }
    println!("{:?} {}", inner::compute(1, 2), vec![first(), second.third()][0]);
    assert!(matches!(shape, Shape::Circle(radius) if is_large(radius)), "no {}", shape.area::<f64>());
    let json = json!({ "key": value(1), "list": [Item { id: 1 }.encode()] });
    std::thread_local!(static LOCAL: u8 = 0);
    vec![Point { x: 1, y: 2 }; 3]
}
