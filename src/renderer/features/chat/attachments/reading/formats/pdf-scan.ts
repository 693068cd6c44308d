import { getDocument, OPS, VerbosityLevel } from 'unpdf/pdfjs';
import { readingLimits } from '../limits.ts';
import type { ImageReading, OnProgress, ScanReading } from '../reading.ts';
import { Refusal } from '../refusal.ts';
import { maxSide } from './image.ts';

/** The maximum number of pages that are drawn, which leaves room for other files in the message. */
const maxScanPages = 8;
const quality = 0.85;

/** Only images and lines are drawn. No scripts or forms are run, and nothing is requested. */
const options = {
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

const imageOperators = new Set<number>([
  OPS.paintImageXObject,
  OPS.paintImageXObjectRepeat,
  OPS.paintInlineImageXObject,
  OPS.paintInlineImageXObjectGroup,
  OPS.paintImageMaskXObject,
  OPS.paintImageMaskXObjectGroup,
  OPS.paintImageMaskXObjectRepeat,
]);

/** Draws the first pages of a scan as images. Rejects with Refusal if none of them can be drawn. */
export async function drawScan(file: Blob, onProgress: OnProgress): Promise<ScanReading> {
  // Only browsers can draw.
  if (typeof OffscreenCanvas === 'undefined') throw new Refusal('scan');
  const start = performance.now();
  const data = new Uint8Array(await file.arrayBuffer());
  const document = await getDocument({ ...options, data, CanvasFactory, FilterFactory }).promise;
  const total = document.numPages;
  const count = Math.min(total, maxScanPages);
  const images: ImageReading[] = [];
  for (let number = 1; number <= count; number += 1) {
    const image = await drawPage(document, number);
    if (image) images.push(image);
    onProgress(number, count);
    if (performance.now() - start > readingLimits.scanMilliseconds) break;
  }
  if (images.length === 0) throw new Refusal('scan');
  return { kind: 'scan', images, pages: total };
}

type PdfDocument = Awaited<ReturnType<typeof getDocument>['promise']>;

/** Returns null if the page has no image or is too damaged to draw. */
async function drawPage(document: PdfDocument, number: number): Promise<ImageReading | null> {
  try {
    const page = await document.getPage(number);
    const { fnArray } = await page.getOperatorList();
    const image = fnArray.some((operator) => imageOperators.has(operator)) ? await draw(page) : null;
    page.cleanup();
    return image;
  } catch {
    return null;
  }
}

async function draw(page: Awaited<ReturnType<PdfDocument['getPage']>>): Promise<ImageReading> {
  const { width: pageWidth, height: pageHeight } = page.getViewport({ scale: 1 });
  const viewport = page.getViewport({ scale: maxSide / Math.max(pageWidth, pageHeight) });
  const width = Math.max(1, Math.round(viewport.width));
  const height = Math.max(1, Math.round(viewport.height));
  const canvas = new OffscreenCanvas(width, height);
  // The library uses only methods that both kinds of contexts have.
  const canvasContext = canvas.getContext('2d') as unknown as CanvasRenderingContext2D;
  // When printing, the library doesn't wait for animation frames of a window, which a worker doesn't have.
  await page.render({ canvas: null, canvasContext, viewport, intent: 'print', background: '#ffffff' })
    .promise;
  const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality });
  return { kind: 'image', mediaType: 'image/jpeg', blob, width, height, notes: [] };
}
