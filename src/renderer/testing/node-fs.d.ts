/** Tests read style sheets from disk, because vitest imports them as empty. */
declare module 'node:fs' {
  export function readFileSync(path: string, encoding: 'utf8'): string;
  export function globSync(pattern: string): string[];
}
