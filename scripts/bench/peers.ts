// Measures the same work with other products, as ratios: streamdown renders the streamed reply, and Portkey's gateway
// passes calls to the same vendor. npm downloads them into a temporary folder, without their install scripts.
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'vite';
import { openBrowser } from '../lib/browser.ts';
import { median } from '../prove/lib/figures.ts';
import { builtService, startServiceProcess, useVendor } from '../prove/lib/service-process.ts';
import { gatewayOf, measureCalls, startFastVendor } from './lib/gateway-calls.ts';
import { startPeer } from './lib/peer-process.ts';
import { replyOf, replySection } from './lib/reply-text.ts';
import { serveBuild } from './lib/serve-build.ts';
import { showText, streamText } from './lib/stream-page.ts';
import { serveMarkdownPage } from './markdown-page.ts';

const ROUNDS = 3;
const text = replyOf(20_000);
const run = promisify(execFile);

async function install(
  folder: string,
  packages: readonly string[],
  overrides: Readonly<Record<string, string>> = {},
): Promise<void> {
  await mkdir(folder, { recursive: true });
  const manifest = { private: true, type: 'module', overrides };
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
  const flags = ['--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund'];
  await run('npm', ['install', ...flags, ...packages], { timeout: 300_000 });
}

/** The functions of testing/page/markdown-page.ts, but with streamdown instead of our component. */
const streamdownPage = `
import { createElement, useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import { Streamdown } from 'streamdown';
let shown = '';
const listeners = new Set();
const subscribe = (listener) => { listeners.add(listener); return () => listeners.delete(listener); };
const show = ({ text }) => { shown = text; for (const listener of listeners) listener(); };
const stream = (text, step) => new Promise((resolve) => {
  let longest = 0;
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longest = Math.max(longest, duration);
  });
  observer.observe({ entryTypes: ['longtask'] });
  const grow = (length) => {
    show({ text: text.slice(0, length) });
    requestAnimationFrame(length < text.length ? () => grow(length + step) : () => { observer.disconnect(); resolve(longest); });
  };
  grow(step);
});
const Page = () => createElement(Streamdown, null, useSyncExternalStore(subscribe, () => shown));
createRoot(document.getElementById('root')).render(createElement(Page));
globalThis.markdownPage = { show, stream };`;

/** Measures the median of the page's time for the streamed reply, in milliseconds. */
async function timeStream(url: string): Promise<number> {
  const browser = await openBrowser();
  try {
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const page = await browser.newPage();
      await page.goto(url);
      // Load lazy parts first.
      await showText(page, replySection);
      await page.waitForLoadState('networkidle');
      times.push((await streamText(page, text, false)).busy);
      await page.close();
    }
    return median(times);
  } finally {
    await browser.close();
  }
}

async function compareStreamdown(folder: string): Promise<void> {
  await install(folder, ['streamdown@2.7.1', 'react@19.3.1', 'react-dom@19.3.1']);
  await writeFile(join(folder, 'main.js'), streamdownPage);
  await writeFile(
    join(folder, 'index.html'),
    '<!doctype html><div id="root"></div><script type="module" src="./main.js"></script>',
  );
  const outDir = join(folder, 'built');
  await build({ configFile: false, root: folder, build: { outDir }, logLevel: 'error' });
  const [peer, ours] = [await serveBuild(outDir), await serveMarkdownPage()];
  try {
    const [peerTime, ourTime] = [await timeStream(peer.url), await timeStream(ours.url)];
    console.log(
      `  streamdown  20,000 characters streamed: ${ourTime.toFixed(0)} ms here, ${peerTime.toFixed(0)} ms there without its plugins for code and formulas: ${(ourTime / peerTime).toFixed(2)}x`,
    );
  } finally {
    peer.close();
    await ours.close();
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return port;
}

async function comparePortkey(folder: string): Promise<void> {
  // With newer versions of its server, the gateway responds with 500, because it changes immutable headers.
  await install(folder, ['@portkey-ai/gateway@1.15.2'], { '@hono/node-server': '1.8.2' });
  const vendor = await startFastVendor();
  const port = await freePort();
  const main = join(folder, 'node_modules/@portkey-ai/gateway/build/start-server.js');
  const peer = await startPeer(main, [`--port=${port}`, '--headless'], port);
  const service = await startServiceProcess(builtService);
  try {
    const headers = {
      authorization: 'Bearer key',
      'x-portkey-provider': 'openai',
      'x-portkey-custom-host': `${vendor.url}/v1`,
    };
    const url = `http://127.0.0.1:${port}/v1/chat/completions`;
    const there = await measureCalls(vendor.url, { url, headers }, peer.pid);
    await useVendor(service, vendor.url);
    const gateway = gatewayOf(service.url, await service.signIn('professional'));
    const here = await measureCalls(vendor.url, gateway, service.pid);
    const line = (name: string, ours: number, theirs: number) =>
      `  Portkey     ${name}: ${ours.toFixed(1)} ms here, ${theirs.toFixed(1)} ms there: ${(ours / theirs).toFixed(2)}x`;
    console.log(line('first byte added at a 0 ms vendor', here.added, there.added));
    console.log(line('CPU per call of 20 deltas', here.processor, there.processor));
    console.log('              (here with accounts, quota and stored usage; there without a database)');
  } finally {
    await Promise.all([service.stop(), vendor.stop(), peer.stop()]);
  }
}

const folder = await mkdtemp(join(tmpdir(), 'clover-peers-'));
try {
  for (const [name, compare] of [
    ['streamdown', compareStreamdown],
    ['Portkey', comparePortkey],
  ] as const) {
    try {
      await compare(join(folder, name));
    } catch (error) {
      console.log(`  ${name.padEnd(10)}  not available: ${String(error).split('\n')[0]}`);
    }
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
