/* The products of one vector with many, as WebAssembly with SIMD: src/query/search/vectors/scan.ts has it in base64.
 *
 *   clang --target=wasm32 -O3 -msimd128 -nostdlib -Wl,--no-entry,--import-memory,--strip-all,-z,stack-size=1024 -o scan.wasm scan.c
 *   base64 -w0 scan.wasm */
#include <wasm_simd128.h>

/* Vectors of 64 bytes; the results are 32-bit integers. */
__attribute__((export_name("scan"))) void scan(const signed char *question, const signed char *vectors, int *products, int count) {
  v128_t q[4];
  for (int part = 0; part < 4; part++) q[part] = wasm_v128_load(question + 16 * part);
  for (int at = 0; at < count; at++, vectors += 64) {
    v128_t sum = wasm_i32x4_splat(0);
    for (int part = 0; part < 4; part++) {
      v128_t v = wasm_v128_load(vectors + 16 * part);
      sum = wasm_i32x4_add(sum, wasm_i32x4_dot_i16x8(wasm_i16x8_extend_low_i8x16(v), wasm_i16x8_extend_low_i8x16(q[part])));
      sum = wasm_i32x4_add(sum, wasm_i32x4_dot_i16x8(wasm_i16x8_extend_high_i8x16(v), wasm_i16x8_extend_high_i8x16(q[part])));
    }
    products[at] = wasm_i32x4_extract_lane(sum, 0) + wasm_i32x4_extract_lane(sum, 1) + wasm_i32x4_extract_lane(sum, 2) + wasm_i32x4_extract_lane(sum, 3);
  }
}
