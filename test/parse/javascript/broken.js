import { a } from './a';
function fine() { return call(1); }
class Half {
  works() { return 1; }
  broken( { return 2;
  after() {}
}
const value = {
  key: ,
  method() {},
};
function unfinished(a, b {
  return a;
}
export const last = () => 1;
function end() {
