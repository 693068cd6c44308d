import { LoadFailure, loadModule } from '../../../../lib/load-module.ts';
import type { DrawablePdf } from '../reading/formats/pdf-drawing.ts';
import { renewMemoryBudget, whenMemoryExceeded } from '../reading/parts/memory-budget.ts';
import type { DrawingReply, DrawingRequest } from './drawing-protocol.ts';
import { pageScale } from './page-scale.ts';

// Runs in a worker, because hostile files can use any amount of time and memory, and a worker can be terminated.

const loading = loadModule(() => import('../reading/formats/pdf-drawing.ts'));
loading.then(
  () => reply({ kind: 'ready' }),
  () => reply({ kind: 'unloaded' }),
);
whenMemoryExceeded(() => reply({ kind: 'failed' }));
let opening: Promise<DrawablePdf> | null = null;

function reply(message: DrawingReply): void {
  postMessage(message, { transfer: message.kind === 'drawn' ? [message.image] : [] });
}

async function draw({ file, page: number, width }: DrawingRequest): Promise<void> {
  const { openDrawablePdf, drawPdfPage } = await loading;
  renewMemoryBudget();
  if (file) opening = openDrawablePdf(file);
  const document = await opening;
  if (!document) return;
  const page = await document.getPage(number);
  const canvas = await drawPdfPage(page, pageScale(page.getViewport({ scale: 1 }), width));
  page.cleanup();
  reply({ kind: 'drawn', image: canvas.transferToImageBitmap(), pages: document.numPages });
}

addEventListener('message', ({ data }: MessageEvent<DrawingRequest>) => {
  // Errors come from the library and are caused by the file, or the code failed to load, which is reported above.
  draw(data).catch((error: unknown) => error instanceof LoadFailure || reply({ kind: 'failed' }));
});
