/** The words of a text for the vectors, as the program counts them. */
export { bucketCount as buckets, countStems, ngramBuckets as ngramsOf } from '../../build/text/vectors/stems.js';

export function hash(text) {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  return (value ^ (value >>> 15)) >>> 0;
}
