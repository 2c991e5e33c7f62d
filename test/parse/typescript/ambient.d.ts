declare const VERSION: string, BUILD: number;
declare let mutable: string;
declare function greet(name: string): void;
declare function greet(name: string, loud: boolean): void;
declare class Greeter<T> extends Base {
  constructor(name: string);
  greet(): void;
  name: T;
  private secret;
}
declare module 'plugin/name' {
  export function run(): void;
  function implied(): void;
  const value: number;
  interface Config { mode: string }
  export default run;
}
declare module '*.css';
declare global {
  interface Window { app: App }
  var shared: App;
  namespace NodeJS { interface ProcessEnv { HOME?: string } }
}
declare namespace Jasmine { let current: Spec; }
export declare type Alias = string;
export declare abstract class Shape { abstract area(): number; }
export declare const exported: unique symbol;
export as namespace MyLib;
declare function assign(): void;
export = assign;
