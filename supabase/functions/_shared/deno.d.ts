/** The few parts of Deno and of the hosted runtime that the functions use; everything else is the web platform. */
declare namespace Deno {
  const env: { get(name: string): string | undefined };
  function serve(handler: (request: Request) => Promise<Response>): unknown;
  function resolveDns(name: string, type: 'A' | 'AAAA'): Promise<string[]>;
}

/** Present on the hosted runtime only. */
declare const EdgeRuntime: { waitUntil(work: Promise<unknown>): void } | undefined;
