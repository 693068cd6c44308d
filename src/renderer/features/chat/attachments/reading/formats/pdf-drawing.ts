import { getDocument, VerbosityLevel } from 'unpdf/pdfjs';
import { readingLimits } from '../limits.ts';

/** Draws text, images and lines. No scripts or forms are run, and nothing is requested. */
const options = {
  // Draws letters as shapes, because a worker has no style sheets to add fonts to.
  disableFontFace: true,
  useSystemFonts: false,
  useWorkerFetch: false,
  useWasm: false,
  enableXfa: false,
  isImageDecoderSupported: false,
  isOffscreenCanvasSupported: false,
  maxImageSize: readingLimits.scanPixels,
  verbosity: VerbosityLevel.ERRORS,
} as const;

interface Drawing {
  canvas: OffscreenCanvas | null;
  context: OffscreenCanvasRenderingContext2D | null;
}

/** Replaces the library's factory, which creates elements of the page. A worker has no page. */
class CanvasFactory {
  create(width: number, height: number): Drawing {
    const canvas = new OffscreenCanvas(width, height);
    return { canvas, context: canvas.getContext('2d') };
  }
  reset({ canvas }: Drawing, width: number, height: number): void {
    if (canvas) Object.assign(canvas, { width, height });
  }
  destroy(drawing: Drawing): void {
    Object.assign(drawing, { canvas: null, context: null });
  }
}

class FilterFactory {
  addFilter = () => 'none';
  addHCMFilter = () => 'none';
  addAlphaFilter = () => 'none';
  addLuminosityFilter = () => 'none';
  addKnockoutFilter = () => 'none';
  addHighlightHCMFilter = () => 'none';
  destroy(): void {}
}

export type DrawablePdf = Awaited<ReturnType<typeof getDocument>['promise']>;
type PdfPage = Awaited<ReturnType<DrawablePdf['getPage']>>;

/** Opens a PDF whose pages can be drawn in a worker. Rejects with an error of the library. */
export async function openDrawablePdf(file: Blob): Promise<DrawablePdf> {
  const data = new Uint8Array(await file.arrayBuffer());
  return getDocument({ ...options, data, CanvasFactory, FilterFactory }).promise;
}

export async function drawPdfPage(page: PdfPage, scale: number): Promise<OffscreenCanvas> {
  const viewport = page.getViewport({ scale });
  const canvas = new OffscreenCanvas(
    Math.max(1, Math.round(viewport.width)),
    Math.max(1, Math.round(viewport.height)),
  );
  // The library uses only methods that both kinds of contexts have.
  const canvasContext = canvas.getContext('2d') as unknown as CanvasRenderingContext2D;
  // When printing, the library doesn't wait for animation frames of a window, which a worker doesn't have.
  await page.render({ canvas: null, canvasContext, viewport, intent: 'print', background: '#ffffff' })
    .promise;
  return canvas;
}
