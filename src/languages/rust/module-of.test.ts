import { expect, test } from 'vitest';
import { moduleOf } from './module-of.ts';

test.each([
  ['src/auth/jwt.rs', 'auth::jwt'],
  ['src/auth/mod.rs', 'auth'],
  ['src/auth.rs', 'auth'],
  ['src/lib.rs', ''],
  ['src/main.rs', ''],
  ['src/bin/serve.rs', 'bin::serve'],
  ['crates/my-app/src/lib.rs', 'my_app'],
  ['crates/my-app/src/bar/baz.rs', 'my_app::bar::baz'],
  ['tokio/src/runtime/task/mod.rs', 'tokio::runtime::task'],
  ['crates/core/flags/hiargs.rs', 'core::flags::hiargs'],
  ['crates/core/main.rs', 'core'],
  ['tests/login.rs', 'tests::login'],
  ['tests/common/mod.rs', 'tests::common'],
  ['tokio/tests/rt_common.rs', 'tokio::tests::rt_common'],
  ['tokio/benches/copy.rs', 'tokio::benches::copy'],
  ['examples/echo-tcp.rs', 'examples::echo_tcp'],
  ['examples/server/src/main.rs', 'server'],
  ['src/tests/helpers.rs', 'tests::helpers'],
  ['build.rs', 'build'],
])('takes %s for the module %s', (path, module) => {
  expect(moduleOf(path)).toBe(module);
});
