// Declares only what tests of the page use to collect garbage, because its types don't include those of Node.
declare module 'node:v8' {
  export function setFlagsFromString(flags: string): void;
}
declare module 'node:vm' {
  export function runInNewContext(code: string): unknown;
}
