/**
 * Multiplies one vector of bytes with many. JavaScript takes 25 ms for all symbols of a very large repository; WebAssembly
 * with SIMD takes one. The module is compiled from scripts/train-vectors/scan.c.
 */
import { dimensions } from '../../../text/vectors/word-table.ts';

const moduleText = [
  'AGFzbQEAAAABCAFgBH9/f38AAg8BA2VudgZtZW1vcnkCAAEDAgEABAUBcAEBAQYHAX8BQYAQCwcIAQRzY2FuAAAKngIBmwIBDHsC',
  'QCADQQFIDQAgAP0AADAiBP2IASEFIAT9hwEhBiAA/QAAICIE/YgBIQcgBP2HASEIIAD9AAAQIgT9iAEhCSAE/YcBIQogAP0AAAAi',
  'BP2IASELIAT9hwEhDANAIAIgAUEwav0AAAAiBP2HASAG/boBIAFBIGr9AAAAIg39hwEgCP26ASABQRBq/QAAACIO/YcBIAr9ugEg',
  'Af0AAAAiD/2HASAM/boBIA/9iAEgC/26Af2uAf2uASAO/YgBIAn9ugH9rgH9rgEgDf2IASAH/boB/a4B/a4BIAT9iAEgBf26Af2u',
  'ASIE/RsAIAT9GwFqIAT9GwJqIAT9GwNqNgIAIAFBwABqIQEgAkEEaiECIANBf2oiAw0ACwsL',
].join('');

const maxPageBytes = 65_536;
/** The module uses the first page. */
const minAddress = maxPageBytes;

type Scan = (question: number, vectors: number, products: number, count: number) => void;

/** What is used of WebAssembly; the types of Node.js do not include it. */
declare const WebAssembly: {
  readonly Memory: new (size: { initial: number }) => { readonly buffer: ArrayBuffer };
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object, imports: object) => { readonly exports: { readonly scan: Scan } };
};

let compiled: object | undefined;

export class VectorScan {
  /** The vectors, one after the other, to be filled by the caller. */
  readonly vectors: Int8Array;
  readonly #question: Int8Array;
  readonly #products: Int32Array;
  readonly #scan: Scan;

  constructor(count: number) {
    const end = minAddress + dimensions * (count + 1) + Int32Array.BYTES_PER_ELEMENT * count;
    const memory = new WebAssembly.Memory({ initial: Math.ceil(end / maxPageBytes) });
    compiled ??= new WebAssembly.Module(Buffer.from(moduleText, 'base64'));
    this.#scan = new WebAssembly.Instance(compiled, { env: { memory } }).exports.scan;
    this.#question = new Int8Array(memory.buffer, minAddress, dimensions);
    this.vectors = new Int8Array(memory.buffer, minAddress + dimensions, dimensions * count);
    this.#products = new Int32Array(memory.buffer, this.vectors.byteOffset + this.vectors.byteLength, count);
  }

  /** Returns the products, which the next scan overwrites. */
  productsWith(question: Int8Array): Int32Array {
    this.#question.set(question);
    const { byteOffset } = this.#question;
    this.#scan(byteOffset, this.vectors.byteOffset, this.#products.byteOffset, this.#products.length);
    return this.#products;
  }
}
