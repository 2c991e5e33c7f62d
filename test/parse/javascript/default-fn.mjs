/** Does it. */
export default async function (a, b) {
  return call(a);
}
