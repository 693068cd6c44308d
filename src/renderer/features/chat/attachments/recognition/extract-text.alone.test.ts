import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type AttachedImage, attachedTokens } from '../attachment.ts';
import { AttachingFiles } from '../attaching.ts';
import { openMemoryFiles } from '../device/memory-files.ts';
import { readDraftFiles, writeDraftFiles } from '../draft-files.ts';
import { Drafts } from '../../drafts.ts';
import { readingLimits } from '../reading/limits.ts';
import { extractText } from './extract-text.ts';
import type { RecognizerModel } from '../../../../../shared/recognizer.ts';
import type { RecognitionProgress } from './recognize.ts';
import type { RecognitionReply, RecognitionRequest } from './worker/protocol.ts';
import { type RecognitionWorker, startRecognitionWorker } from './worker/start.ts';

// jsdom has no workers.
vi.mock('./worker/start.ts', { spy: true });

const files = { script: '/core.js', engine: { url: '/engine.bin', bytes: 6 } };
const model: RecognizerModel = { language: 'de', name: 'deu', url: '/deu.bin', bytes: 5 };
const terminate = vi.fn<() => void>();
let answer: (request: RecognitionRequest, reply: (message: RecognitionReply) => void) => unknown;

beforeEach(() => {
  terminate.mockClear();
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (url) => {
    return new Response(url === files.engine.url ? 'engine' : 'model');
  });
  vi.mocked(startRecognitionWorker).mockImplementation(() => {
    const worker: RecognitionWorker = {
      onmessage: null,
      onerror: null,
      postMessage: (request: RecognitionRequest) =>
        answer(request, (data) =>
          worker.onmessage?.call(worker as Worker, new MessageEvent('message', { data })),
        ),
      terminate,
    };
    return worker;
  });
});
afterEach(() => vi.useRealTimers());

const image = (name: string, scan?: AttachedImage['scan']): AttachedImage => ({
  id: name,
  path: `ada/${name}`,
  kind: 'image',
  name,
  mediaType: 'image/jpeg',
  size: 4,
  width: 10,
  height: 10,
  ...(scan && { scan }),
});

async function attach(...images: readonly AttachedImage[]) {
  const drafts = new Drafts();
  const opened = openMemoryFiles();
  const engine = { userId: 'ada', drafts, attaching: new AttachingFiles(), files: async () => opened };
  for (const { path, name } of images) await opened.keep(path, { blob: new Blob([name]), text: null });
  writeDraftFiles(drafts, 'a-chat', images);
  const controller = new AbortController();
  const progress: RecognitionProgress[] = [];
  const onProgress = (step: RecognitionProgress) => void progress.push(step);
  const extract = (file: AttachedImage) =>
    extractText(engine, 'a-chat', file, { files, model, signal: controller.signal, onProgress });
  return { opened, controller, progress, extract, attached: () => readDraftFiles(drafts, 'a-chat') };
}

it('replaces all pages of a scan with one document, whose pages can be chosen', async () => {
  const scan = { id: 'lease', name: 'lease.pdf', pages: 9 };
  const [one, two, three] = [1, 2, 3].map((page) => image(`lease ${page}.jpg`, { ...scan, page }));
  const other = image('shed.jpg');
  // The user has moved the pages.
  const { opened, progress, extract, attached } = await attach(two!, other, one!, three!);
  const images: string[] = [];
  answer = async (request, reply) => {
    expect([request.name, request.script]).toEqual(['deu', '/core.js']);
    for (const page of request.images) images.push(await page.text());
    for (const text of ['Tenant: Ada\n', ' \n', 'Rent: 500\n']) reply({ kind: 'text', text });
  };
  const path = await extract(two!);
  expect(images).toEqual(['lease 1.jpg', 'lease 2.jpg', 'lease 3.jpg']);
  expect(attached()).toMatchObject([
    {
      path,
      kind: 'document',
      name: 'lease.txt',
      mediaType: 'text/plain',
      pages: 3,
      allPages: 3,
      notes: [
        'The text was recognized automatically. Check it for errors.',
        'Only the first 3 of 9 pages are included.',
      ],
    },
    { name: 'shed.jpg' },
  ]);
  const [document] = attached();
  expect(await opened.readText(document!)).toBe('## Page 1\n\nTenant: Ada\n\n## Page 3\n\nRent: 500');
  expect((await opened.readParts(document!)).map(({ number }) => number)).toEqual([1, 3]);
  expect(attachedTokens([document!])).toBeGreaterThan(5);
  expect(await opened.listKept('ada/lease')).toEqual([]);
  expect(progress[0]).toEqual({ step: 'downloading', done: 0, total: 11 });
  expect(progress).toContainEqual({ step: 'downloading', done: 11, total: 11 });
  expect(progress.at(-1)).toEqual({ step: 'recognizing', done: 2, total: 3 });
  expect(terminate).toHaveBeenCalledOnce();
});

it('keeps the numbers of the pages if the user has removed some', async () => {
  const scan = { id: 'lease', name: 'lease.pdf', pages: 9 };
  const [one, three] = [1, 3].map((page) => image(`lease ${page}.jpg`, { ...scan, page }));
  const { opened, extract, attached } = await attach(one!, three!);
  answer = (_request, reply) => {
    for (const text of ['Tenant: Ada', 'Rent: 500']) reply({ kind: 'text', text });
  };
  await extract(one!);
  const [document] = attached();
  expect(document).toMatchObject({
    pages: 3,
    allPages: 3,
    notes: ['The text was recognized automatically. Check it for errors.'],
  });
  expect((await opened.readParts(document!)).map(({ number }) => number)).toEqual([1, 3]);
});

it.each<[string, string, RecognitionReply]>([
  ['no text', 'No text was recognized.', { kind: 'text', text: ' \n' }],
  ['a failure', "Couldn't recognize the text.", { kind: 'failed' }],
  ['a script that is not loaded', "Couldn't load text recognition.", { kind: 'unloaded' }],
])('keeps the image after %s', async (_, message, result) => {
  const { extract, attached } = await attach(image('note.png'));
  answer = (_request, reply) => reply(result);
  await expect(extract(image('note.png'))).rejects.toThrow(message);
  expect(attached()).toEqual([image('note.png')]);
  expect(terminate).toHaveBeenCalledOnce();
});

it.each([
  ['is missing', () => new Response('Not found', { status: 404 })],
  ['is a page of the host', () => new Response('<title>Clover</title>')],
  ['is unreachable', () => Promise.reject(new TypeError('Failed to fetch'))],
])('starts no worker if a file of the recognizer %s', async (_, respond) => {
  vi.mocked(fetch).mockImplementation(async () => respond());
  const { extract } = await attach(image('note.png'));
  await expect(extract(image('note.png'))).rejects.toThrow("Couldn't load text recognition.");
  expect(terminate).not.toHaveBeenCalled();
});

it('ends the worker when the user cancels, and after a minute without a text', async () => {
  const { controller, extract, attached } = await attach(image('note.png'));
  const started = Promise.withResolvers<void>();
  answer = () => started.resolve();
  const canceled = extract(image('note.png'));
  await started.promise;
  controller.abort();
  await expect(canceled).rejects.toThrow(/abort/i);
  expect(terminate).toHaveBeenCalledOnce();

  vi.useFakeTimers();
  const next = await attach(image('note.png'));
  const late = Promise.withResolvers<void>();
  answer = () => late.resolve();
  const slow = next.extract(image('note.png')).catch((error: unknown) => error);
  await late.promise;
  await vi.advanceTimersByTimeAsync(readingLimits.recognitionMilliseconds);
  expect(await slow).toMatchObject({ message: expect.stringContaining('took longer than a minute') });
  expect(terminate).toHaveBeenCalledTimes(2);
  expect(attached()).toEqual([image('note.png')]);
});
