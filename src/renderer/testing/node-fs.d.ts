/** The one thing of Node that a test here needs: vitest hands out style sheets empty, so a test on one reads the file. */
declare module 'node:fs' {
  export function readFileSync(path: string, encoding: 'utf8'): string;
}
