import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createProtocolHandler, type ProtocolOptions } from './handler.ts';

let root: string;
let uiState: Record<string, string>;
let languages: string[];
let firstStart: string | null;
let readConfig: () => Promise<unknown>;

const handler = (url: string, method = 'GET', more: Partial<ProtocolOptions> = {}) =>
  createProtocolHandler({
    ...more,
    root,
    serviceOrigin: () => 'http://127.0.0.1:4321',
    readConfig: () => readConfig(),
    readFacts: () => ({ uiState, service: 'embedded:here', firstStart, languages }),
  })(new Request(url, { method }));

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'clover-protocol-'));
  await mkdir(join(root, 'assets'));
  await writeFile(
    join(root, 'index.html'),
    '<!doctype html><html><head><title>Clover</title></head><body></body></html>',
  );
  await writeFile(join(root, 'assets/app.js'), 'export {};');
});
afterAll(() => rm(root, { recursive: true }));
beforeEach(() => {
  uiState = {};
  languages = [];
  firstStart = null;
  readConfig = async () => ({ supabaseUrl: 'http://127.0.0.1:4321' });
});

describe('app://clover', () => {
  it('names the open step of the first start in the document', async () => {
    const text = async () => (await handler('app://clover/chat')).text();
    expect(await text()).not.toContain('clover-first-start');
    firstStart = 'choose';
    expect(await text()).toContain('<meta name="clover-first-start" content="choose">');
  });

  it('returns the document with its policy for a route', async () => {
    const response = await handler('app://clover/chat/1');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("connect-src 'self' http://127.0.0.1:4321 ws://127.0.0.1:4321;");
    expect(policy).toContain("img-src 'self' data: blob: https: http://127.0.0.1:4321;");
    expect(policy.match(/https:/g)).toHaveLength(1);
    expect(policy).not.toMatch(/unsafe-eval|script-src[^;]*unsafe-inline|\*/);
    for (const closed of ['object-src', 'frame-src', 'base-uri', 'form-action', 'frame-ancestors'])
      expect(policy).toContain(`${closed} 'none'`);
  });

  it('writes the escaped interface state into the document [CHAT-022]', async () => {
    uiState = { sidebar_state: '"></head><script>alert(1)</script>', price: "$& $' &amp;" };
    const html = await (await handler('app://clover/')).text();
    expect(html).not.toContain('<script>');
    const content = /<meta name="clover-ui-state" content="([^"]*)">/.exec(html)?.[1] ?? '';
    const text = content
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"')
      .replaceAll('&amp;', '&');
    expect(JSON.parse(text)).toStrictEqual(uiState);
    expect(html).toContain('<meta name="clover-service" content="embedded:here"></head>');
  });

  it("names the system's languages, without other text", async () => {
    expect(await (await handler('app://clover/')).text()).not.toContain('data-system-languages');
    languages = ['de-AT', '"><script>', 'en'];
    const html = await (await handler('app://clover/')).text();
    expect(html).toContain('<html data-system-languages="de-AT,en"');
    expect(html).not.toContain('<script>');
  });

  it('returns a file with its type, and forbids content sniffing', async () => {
    const response = await handler('app://clover/assets/app.js');
    // The Content Security Policy of a worker's script lets the worker load parts of the app, but make no other
    // requests.
    expect(response.headers.get('content-security-policy')).toBe("default-src 'none'; script-src 'self'");
    expect(await response.text()).toBe('export {};');
    expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('lets only the worker that recognizes text compile WebAssembly', async () => {
    await writeFile(join(root, 'assets/recognizer-worker-1a.js'), 'export {};');
    const response = await handler('app://clover/assets/recognizer-worker-1a.js');
    expect(response.headers.get('content-security-policy')).toBe(
      "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'",
    );
  });

  it('does not return the document for a missing file, because a browser would run it as a script', async () => {
    expect((await handler('app://clover/assets/gone.js')).status).toBe(404);
  });

  it('refuses other hosts and methods', async () => {
    expect((await handler('app://other/')).status).toBe(404);
    expect((await handler('app://clover/', 'POST')).status).toBe(405);
  });

  it('serves the configuration', async () => {
    const response = await handler('app://clover/config.json');
    expect(await response.json()).toStrictEqual({ supabaseUrl: 'http://127.0.0.1:4321' });
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  it('reports why there is no configuration', async () => {
    readConfig = () => Promise.reject(new Error('The data folder is in use.'));
    const response = await handler('app://clover/config.json');
    expect(response.status).toBe(503);
    expect(await response.json()).toStrictEqual({ message: 'The data folder is in use.' });
  });

  it('serves the files of a development server, with the same configuration and policy', async () => {
    const server = createServer((request, response) => {
      const isScript = request.url === '/main.tsx?t=1';
      response.writeHead(200, { 'content-type': isScript ? 'text/javascript' : 'text/html' });
      response.end(isScript ? 'edited()' : '<html><head></head></html>');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const developmentServer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    uiState = { theme: 'dark' };
    const script = await handler('app://clover/main.tsx?t=1', 'GET', { developmentServer });
    expect(await script.text()).toBe('edited()');
    const page = await handler('app://clover/chat', 'GET', { developmentServer });
    expect(page.headers.get('content-security-policy')).toContain(`connect-src 'self' ${developmentServer} `);
    expect(await page.text()).toContain('clover-ui-state');
    expect((await handler('app://clover/config.json', 'GET', { developmentServer })).status).toBe(200);
    server.close();
  });
});
