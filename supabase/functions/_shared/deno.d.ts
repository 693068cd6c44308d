/** The few parts of Deno that the functions use. They use nothing else beyond the web platform. */
declare namespace Deno {
  const env: { get(name: string): string | undefined };
  function serve(handler: (request: Request) => Promise<Response>): unknown;
  function resolveDns(name: string, type: 'A' | 'AAAA'): Promise<string[]>;
}
