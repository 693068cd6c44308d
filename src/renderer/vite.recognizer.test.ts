import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { RecognizerFiles } from '../shared/recognizer.ts';
import { recognizer } from './vite.recognizer.ts';

let root: string;
beforeEach(async () => void (root = await mkdtemp(join(tmpdir(), 'clover-recognizer-'))));
afterEach(() => rm(root, { recursive: true }));

async function install(...files: readonly string[]) {
  for (const file of files) {
    const path = join(root, 'node_modules', file);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, file);
  }
}

interface Hooks {
  readonly config: () => { readonly define: { readonly __RECOGNIZER__: string } };
  readonly generateBundle: (this: {
    readonly emitFile: (file: { fileName: string; source: Uint8Array }) => void;
  }) => void;
}

/** Runs the plugin as a build does. */
function build() {
  const { config, generateBundle } = recognizer(root, 'web') as unknown as Hooks;
  const list = JSON.parse(config().define.__RECOGNIZER__) as RecognizerFiles | null;
  const emitted = new Map<string, Uint8Array>();
  generateBundle.call({ emitFile: ({ fileName, source }) => void emitted.set(`/${fileName}`, source) });
  return { list, emitted };
}

const core = 'tesseract.js-core/tesseract-core-simd-lstm';
const german = '@tesseract.js-data/deu/4.0.0_best_int/deu.traineddata.gz';

it('adds the engine, its script, and the installed models, with their sizes', async () => {
  await install(`${core}.js`, `${core}.wasm`, german);
  const { list, emitted } = build();
  expect(list?.models).toEqual([
    { language: 'de', name: 'deu', bytes: german.length, url: expect.stringMatching(/\/deu-[\w-]{8}\.bin$/) },
  ]);
  expect(new Set(emitted.keys())).toEqual(
    new Set([list?.script, list?.engine.url, ...(list?.models.map(({ url }) => url) ?? [])]),
  );
  const engine = emitted.get(list?.engine.url ?? '') ?? new Uint8Array();
  expect(gunzipSync(engine).toString()).toBe(`${core}.wasm`);
  expect(engine.length).toBe(list?.engine.bytes);
});

it.each([[[]], [[german]], [[`${core}.js`, `${core}.wasm`]]])(
  'adds nothing if a part is not installed: %j',
  async (files) => {
    await install(...files);
    const { list, emitted } = build();
    expect([list, emitted.size]).toEqual([null, 0]);
  },
);
