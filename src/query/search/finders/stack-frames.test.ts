import { expect, test } from 'vitest';
import { stackFrames } from './stack-frames.ts';

function check(language: string, trace: string, ...frames: string[]): void {
  test(`parses a stack trace of ${language}`, () => {
    const found = stackFrames(trace).map(({ path, line, symbol }) => `${path}:${line} ${symbol ?? ''}`.trim());
    expect(found).toEqual(frames);
  });
}

check(
  'JavaScript',
  `TypeError: x is not a function
    at Store.load (/srv/app/src/store.ts:12:7)
    at async main (file.js:3:1)
    at /srv/app/src/run.js:9:2`,
  '/srv/app/src/store.ts:12 load',
  'file.js:3 main',
  '/srv/app/src/run.js:9',
);
check(
  'Python, innermost first',
  `Traceback (most recent call last):
  File "/srv/app.py", line 3, in <module>
    main()
  File "/srv/shop/cart.py", line 41, in total
ValueError: no`,
  '/srv/shop/cart.py:41 total',
  '/srv/app.py:3',
);
check(
  'Go',
  `panic: runtime error

goroutine 1 [running]:
example.com/shop/cart.(*Cart).Total(0xc000010000)
	/srv/shop/cart/cart.go:31 +0x1d
main.main()
	/srv/shop/main.go:9 +0x25`,
  '/srv/shop/cart/cart.go:31 Total',
  '/srv/shop/main.go:9 main',
);
check(
  'Rust',
  `thread 'main' panicked at src/cart.rs:14:9:
stack backtrace:
   1: shop::cart::Cart::total
             at ./src/cart.rs:14:9`,
  'src/cart.rs:14',
  './src/cart.rs:14 total',
);
check(
  'Java',
  `Exception in thread "main" java.lang.IllegalStateException
	at shop.Cart.total(Cart.java:12)`,
  'Cart.java:12 total',
);
check('Ruby', "app/cart.rb:12:in `total': undefined method", 'app/cart.rb:12 total');
check('a compiler', 'src/main.ts(12,5): error TS2304: Cannot find name', 'src/main.ts:12');

test('finds no frame in prose', () => {
  expect(stackFrames('where is the cart total computed')).toEqual([]);
});
