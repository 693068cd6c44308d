import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { UiProvider } from '../../../../theme/UiProvider.tsx';
import { type ChatEngine, EngineContext } from '../../chat-context.ts';
import { document as textFile } from '../../testing/fake-attachments.ts';
import type { AttachedDocument } from '../attachment.ts';
import { FileViewer } from '../FileViewer.tsx';
import { drawingLimits } from './draw-pages.ts';
import type { DrawingReply, DrawingRequest } from './drawing-protocol.ts';

/** Stands for the worker, because jsdom has no workers and no canvas. */
class DrawingWorker {
  onmessage: ((event: MessageEvent<DrawingReply>) => void) | null = null;
  readonly requests: DrawingRequest[] = [];
  readonly terminate = vi.fn<() => void>();
  constructor() {
    workers.push(this);
    queueMicrotask(() => this.reply({ kind: 'ready' }));
  }
  reply(data: DrawingReply) {
    this.onmessage?.(new MessageEvent('message', { data }));
  }
  postMessage(request: DrawingRequest) {
    this.requests.push(request);
    if (answers.includes(request.page)) queueMicrotask(() => this.draw());
    if (failing.includes(request.page)) queueMicrotask(() => this.reply({ kind: 'failed' }));
  }
  draw() {
    const image = { width: 20, height: 30, close } as unknown as ImageBitmap;
    this.reply({ kind: 'drawn', image, pages: 12 });
  }
}

let workers: DrawingWorker[];
/** The pages that are drawn immediately. */
let answers: readonly number[];
let failing: readonly number[];
const close = vi.fn<() => void>();
const transferFromImageBitmap = vi.fn<(image: ImageBitmap) => void>();
const all = Array.from({ length: 12 }, (_, index) => index + 1);

beforeEach(() => {
  workers = [];
  answers = all;
  failing = [];
  close.mockReset();
  transferFromImageBitmap.mockReset();
  vi.stubGlobal('Worker', DrawingWorker);
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({
    transferFromImageBitmap,
  } as unknown as CanvasRenderingContext2D);
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(400);
});
afterEach(() => vi.useRealTimers());

const plan = {
  ...textFile('plan.pdf', 3),
  mediaType: 'application/pdf',
  pages: 12,
  allPages: 12,
} as AttachedDocument;

function open(choice?: string) {
  const engine = {
    userId: 'ada',
    files: async () => ({ readBlob: async () => new Blob(['%PDF-']), readText: async () => 'Rows of beans' }),
  };
  return render(
    <QueryClientProvider client={new QueryClient()}>
      <UiProvider>
        <EngineContext value={engine as unknown as ChatEngine}>
          <FileViewer file={plan} {...(choice !== undefined && { choice })} onClose={() => {}} />
        </EngineContext>
      </UiProvider>
    </QueryClientProvider>,
  );
}
const drawnPages = () => workers.flatMap(({ requests }) => requests.map(({ page }) => page));
const shows = (page: number) => screen.findByText(`Page ${page} of 12`);
const button = (name: string) => screen.getByRole('button', { name });

it('shows one page, and others with the buttons and keys', async () => {
  open();
  expect(await shows(1)).toBeInTheDocument();
  expect(screen.getByRole('img', { name: 'Page 1 of 12' })).toBeVisible();
  expect(transferFromImageBitmap).toHaveBeenCalledOnce();
  expect(button('Previous page')).toBeDisabled();
  await userEvent.click(button('Next page'));
  await shows(2);
  for (const [key, page] of [
    ['ArrowRight', 3],
    ['ArrowLeft', 2],
    ['PageDown', 3],
    ['PageUp', 2],
    ['End', 12],
    ['Home', 1],
  ] as const) {
    fireEvent.keyDown(document.body, { key });
    await shows(page);
  }
  // Other shortcuts of the browser use the same keys.
  fireEvent.keyDown(document.body, { key: 'ArrowRight', altKey: true });
  expect(drawnPages()).toEqual([1, 2, 3, 2, 3, 2, 12, 1]);
  expect(workers).toHaveLength(1);
  expect(workers[0]?.requests.map(({ file }) => file !== undefined)).toEqual([true, ...Array(7).fill(false)]);
});

it('goes to the page whose number is typed, and ignores others', async () => {
  open();
  await shows(1);
  const field = screen.getByRole('textbox', { name: 'Page number' });
  await userEvent.type(field, '{Control>}a{/Control}７{Enter}');
  await shows(7);
  await userEvent.type(field, '{Control>}a{/Control}13{Enter}');
  expect(field).toHaveValue('7');
  // The keys move the caret in the field.
  await userEvent.type(field, '{ArrowLeft}');
  expect(drawnPages()).toEqual([1, 7]);
});

it('scrolls an enlarged page with the arrow keys before it shows the next one', async () => {
  open();
  await shows(1);
  await userEvent.click(button('Zoom in'));
  await waitFor(() => expect(workers[0]?.requests.map(({ width }) => width)).toEqual([400, 600]));
  const area = screen.getByRole('document', { name: 'Pages of the file' });
  vi.spyOn(area, 'scrollWidth', 'get').mockReturnValue(600);
  fireEvent.keyDown(area, { key: 'ArrowRight' });
  area.scrollLeft = 200;
  fireEvent.keyDown(area, { key: 'ArrowRight' });
  await shows(2);
  expect(drawnPages()).toEqual([1, 1, 2]);
  await userEvent.click(button('Zoom out'));
  expect(button('Zoom out')).toHaveAttribute('aria-disabled', 'true');
});

it('explains that a page cannot be shown, and shows the next one with another worker', async () => {
  [answers, failing] = [[1, 3], [2]];
  open();
  await shows(1);
  fireEvent.keyDown(document.body, { key: 'ArrowRight' });
  expect(await screen.findByRole('alert')).toHaveTextContent(/^This page can't be shown\. Show the text/);
  expect(screen.queryByRole('img')).toBeNull();
  expect(workers[0]?.terminate).toHaveBeenCalled();
  fireEvent.keyDown(document.body, { key: 'ArrowRight' });
  await shows(3);
  expect(screen.getByRole('img', { name: 'Page 3 of 12' })).toBeVisible();
  expect(workers[1]?.requests[0]).toMatchObject({ page: 3, file: expect.any(Blob) as Blob });
});

it('terminates a worker that draws too long', async () => {
  answers = [];
  open();
  await waitFor(() => expect(drawnPages()).toEqual([1]));
  vi.useFakeTimers();
  // The time for a page starts when the code has loaded.
  act(() => workers[0]?.reply({ kind: 'ready' }));
  await act(() => vi.advanceTimersByTimeAsync(drawingLimits.pageMilliseconds));
  expect(screen.getByRole('alert')).toHaveTextContent(/^Drawing this page takes too long/);
  expect(workers[0]?.terminate).toHaveBeenCalled();
});

it('draws only the last of several pages, and none after it closes', async () => {
  answers = [];
  const { unmount } = open();
  await waitFor(() => expect(drawnPages()).toEqual([1]));
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight']) fireEvent.keyDown(document.body, { key });
  act(() => workers[0]?.draw());
  await waitFor(() => expect(drawnPages()).toEqual([1, 4]));
  expect(close).toHaveBeenCalledOnce();
  unmount();
  expect(workers[0]?.terminate).toHaveBeenCalled();
  expect(transferFromImageBitmap).not.toHaveBeenCalled();
});

it('shows the text as it is sent on demand, and first if the user chooses pages to send', async () => {
  const { unmount } = open();
  await shows(1);
  await userEvent.click(button('Show the text as it is sent'));
  expect(await screen.findByText('Rows of beans')).toBeVisible();
  expect(screen.queryByRole('document', { name: 'Pages of the file' })).toBeNull();
  expect(workers[0]?.terminate).toHaveBeenCalled();
  unmount();
  open('Pages to send');
  expect(await screen.findByText('Rows of beans')).toBeVisible();
  await userEvent.click(button('Show the pages'));
  expect(await shows(1)).toBeInTheDocument();
});
