export interface Open { a: string;
export class Next {
  private x: = 1;
  method(a: string, b): void { return this.x }
  other(: number) {}
  last() {}
}
export const after = (x: number => x;
function still(): Result { return build(); }
type Tail = { a: string };
