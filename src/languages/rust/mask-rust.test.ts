import { expect, test } from 'vitest';
import { maskRust } from './mask-rust.ts';

test('masks the mark of raw names that are no keywords', () => {
  expect(maskRust('a::r#victim(); fn r#type() {} r#"raw"# br#"x"# r#typed()')).toBe(
    'a::  victim(); fn r#type() {} r#"raw"# br#"x"#   typed()',
  );
});
