import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  app,
  dialog,
  FakeContents,
  globalShortcut,
  invoke,
  nativeTheme,
  net,
  recordedCalls,
  utilityProcess,
} from '../../../src/main/testing/electron.ts';
import type { FakeFrame } from '../../../src/main/testing/electron.ts';
import { secrets } from '../../../src/main/testing/keytar.ts';
import { start } from '../../../src/main/start.ts';
import { channels, type Channel } from '../../../src/shared/ipc/channels.ts';
import { contract } from '../../../src/shared/ipc/contract.ts';
import {
  createRandom,
  exampleOf,
  hostileCall,
  pickOne,
  type RandomSource,
  fuzzSecret,
} from './fuzz-calls.ts';

export interface ChannelReport {
  readonly channel: Channel;
  /** The number of calls that were refused before any handler ran, by reason. */
  readonly refused: Readonly<Record<string, number>>;
  /**
   * The numbers of unusual but valid calls that succeeded, that were refused with a specific message, and that were
   * refused with the general one.
   */
  readonly answered: number;
  readonly refusedInWords: number;
  readonly failed: number;
  /** Unexpected results, each with its seed. */
  readonly wrong: readonly string[];
}

const refusals: ReadonlySet<string> = new Set(['clover:foreign-sender', 'clover:bad-payload']);
const generalRefusal = 'Something went wrong. Try again.';
/** In milliseconds. A call without a result after this time is stuck. */
const timeout = 10_000;

/** A removed frame: Electron throws if the app reads it. */
const removedFrame = {
  parent: null,
  get url(): string {
    throw new Error('Render frame was disposed before WebFrameMain could be accessed');
  },
} as FakeFrame;

/** Returns frames that are not our page's main frame, even if they look like it. */
const foreignFrames = (own: FakeFrame): readonly (FakeFrame | null)[] => [
  null,
  removedFrame,
  { url: own.url, parent: own },
  ...[
    'https://evil.example/',
    'app://clover.evil.example/chat',
    'app://other/chat',
    'app://clover:80/',
    'app://x@clover/',
    'http://clover.app.localhost/chat',
    'blob:app://clover/6f1c3a52-5d0e-4a39-9a77-0e6f2f1f3c11',
    'about:blank',
    'about:srcdoc',
    'data:text/html,app://clover/',
    'file:///app/clover/index.html',
    'clover://chat',
    '',
  ].map((url) => ({ url, parent: null })),
];

/** Responds like the service and all vendors, so that accepted calls get a result. */
async function answerRequest(input: unknown): Promise<Response> {
  requests += 1;
  const { pathname } = new URL(String(input));
  if (pathname === '/config.json')
    return Response.json({ supabaseUrl: 'https://data.example', supabaseKey: 'publishable' });
  if (pathname === '/healthz') return Response.json({ status: 'ok' });
  if (pathname === '/rest/v1/api_vendors')
    return Response.json([
      { name: 'openai', display_name: 'OpenAI', endpoint_url: 'https://api.example', config: {} },
    ]);
  return Response.json({ choices: [{ message: { content: 'Hello' } }] });
}
let requests = 0;

/** Returns the content of the files that a call could change. */
function stateOf(directory: string): string {
  const files = readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => [name, readFileSync(join(parentPath, name), 'utf8').slice(0, 20_000)]);
  const windows = recordedCalls.windows.map(({ loaded, calls, isGone, webContents }) => {
    const { sent, zoomLevel } = webContents;
    return { loaded, calls, isGone, sent: sent.length, zoomLevel };
  });
  const { opened, notices, trays, ends } = recordedCalls;
  return JSON.stringify([
    [files, windows, opened, ends, requests, [...secrets], [...globalShortcut.registered.keys()]],
    [notices.length, trays.map(({ isGone }) => isGone), dialog.saveDialogs.length, app.openAtLogin],
    [nativeTheme.themeSource, Object.getOwnPropertyNames(Object.prototype)],
  ]);
}

type Outcome = { readonly answer: unknown } | { readonly error: Error };
async function settle(call: Promise<unknown>): Promise<Outcome> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('no answer')), timeout);
  });
  try {
    return { answer: await Promise.race([call, late]) };
  } catch (error) {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  } finally {
    clearTimeout(timer);
  }
}

/** The app with all its channels and a service that accepts everything. Calls go through the app's real `handle`. */
export interface FuzzedApp {
  readonly fuzz: (channel: Channel, seeds: number) => Promise<ChannelReport>;
  readonly channels: readonly Channel[];
  readonly close: () => Promise<void>;
}

export async function startFuzzedApp(): Promise<FuzzedApp> {
  const directory = await mkdtemp(join(tmpdir(), 'clover-fuzz-'));
  app.directory = directory;
  net.fetch = answerRequest;
  const service = { url: 'https://data.example', publishableKey: 'publishable' };
  await writeFile(join(directory, 'settings.json'), JSON.stringify({ service }));
  let output = '';
  process.stderr.write = (text) => {
    output += String(text);
    return true;
  };
  const broken: string[] = [];
  process.on('unhandledRejection', (reason) => broken.push(`unhandled rejection: ${String(reason)}`));
  process.on('uncaughtException', (error) => broken.push(`uncaught: ${String(error)}`));
  // The embedded service can't run without Electron, so it reports an error.
  utilityProcess.onFork = (child) => {
    setImmediate(() => child.emit('message', { type: 'failed', message: 'There is no service here.' }));
    child.postMessage = () => void setImmediate(() => child.emit('exit', 0));
  };
  await start();
  const contents = recordedCalls.windows[0]?.webContents ?? new FakeContents();

  /** Makes a call that must be refused because it comes from another frame or has invalid input. */
  const makeRefused = (channel: Channel, random: RandomSource) => {
    const { input } = contract[channel];
    if (random() < 0.3) {
      const frame = pickOne(random, foreignFrames(contents.mainFrame));
      return { parameters: [exampleOf(input, random)], frame, reason: 'clover:foreign-sender' };
    }
    for (let tries = 0; tries < 200; tries += 1) {
      const parameters = hostileCall(input, random);
      if (parameters.length > 1 || !input.safeParse(parameters[0]).success)
        return { parameters, frame: contents.mainFrame, reason: 'clover:bad-payload' };
    }
    throw new Error(`${channel} accepts any payload.`);
  };

  const fuzz = async (channel: Channel, seeds: number): Promise<ChannelReport> => {
    const { input } = contract[channel];
    const refused: Record<string, number> = {};
    const wrong: string[] = [];
    let [answered, refusedInWords, failed] = [0, 0, 0];
    const check = (seed: number, outcome: Outcome) => {
      for (const text of broken.splice(0)) wrong.push(`seed ${seed}: ${text}`);
      const message = 'error' in outcome ? outcome.error.message : '';
      if (message === 'no answer') wrong.push(`seed ${seed}: no answer`);
      if (message.includes(fuzzSecret)) wrong.push(`seed ${seed}: the refusal repeats what was sent`);
      if (output.includes(fuzzSecret)) wrong.push(`seed ${seed}: the log repeats what was sent`);
      output = '';
    };
    let before = stateOf(directory);
    for (let seed = 0; seed < seeds; seed += 1) {
      const { parameters, frame, reason } = makeRefused(channel, createRandom(seed));
      // oxlint-disable-next-line no-await-in-loop -- a call must not affect the next one
      const outcome = await settle(invoke(channel, parameters, { contents, frame }));
      check(seed, outcome);
      const message = 'error' in outcome ? outcome.error.message : 'answered';
      refused[message] = (refused[message] ?? 0) + 1;
      if (message !== reason || !refusals.has(message)) wrong.push(`seed ${seed}: ${message}, not ${reason}`);
      const after = stateOf(directory);
      if (after !== before) wrong.push(`seed ${seed}: something changed`);
      before = after;
    }
    // Unusual calls that the contract allows reach the handler.
    for (let seed = 0; seed < seeds / 4; seed += 1) {
      const random = createRandom(seed + 1_000_000);
      let parameters: readonly unknown[] = [exampleOf(input, random)];
      for (let tries = 0; tries < 20; tries += 1) {
        const odd = hostileCall(input, random);
        if (odd.length > 1 || !input.safeParse(odd[0]).success) continue;
        parameters = odd;
        break;
      }
      // oxlint-disable-next-line no-await-in-loop -- as above
      const outcome = await settle(invoke(channel, parameters, { contents }));
      check(seed, outcome);
      if (!('error' in outcome)) answered += 1;
      else if (outcome.error.name === 'UserFacingError') refusedInWords += 1;
      else if (outcome.error.message === generalRefusal) failed += 1;
      else wrong.push(`seed ${seed}: ${outcome.error.message}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
    for (const text of broken.splice(0)) wrong.push(`afterwards: ${text}`);
    return { channel, refused, answered, refusedInWords, failed, wrong };
  };

  return {
    fuzz,
    channels: Object.values(channels),
    close: () => rm(directory, { recursive: true, force: true }),
  };
}
