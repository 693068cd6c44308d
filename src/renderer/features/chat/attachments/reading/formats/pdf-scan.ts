import { OPS } from 'unpdf/pdfjs';
import { readingLimits } from '../limits.ts';
import type { ImageReading, OnProgress, ScanReading } from '../reading.ts';
import { Refusal } from '../refusal.ts';
import { renewMemoryBudget } from '../parts/memory-budget.ts';
import { maxSide } from './image.ts';
import { type DrawablePdf, drawPdfPage, openDrawablePdf } from './pdf-drawing.ts';

/** The maximum number of pages that are drawn, which leaves room for other files in the message. */
const maxScanPages = 8;
const quality = 0.85;

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
  const document = await openDrawablePdf(file);
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

/** Returns null if the page has no image or is too damaged to draw. */
async function drawPage(document: DrawablePdf, number: number): Promise<ImageReading | null> {
  try {
    renewMemoryBudget();
    const page = await document.getPage(number);
    const { fnArray } = await page.getOperatorList();
    const image = fnArray.some((operator) => imageOperators.has(operator)) ? await draw(page) : null;
    page.cleanup();
    return image;
  } catch {
    return null;
  }
}

async function draw(page: Awaited<ReturnType<DrawablePdf['getPage']>>): Promise<ImageReading> {
  const { width: pageWidth, height: pageHeight } = page.getViewport({ scale: 1 });
  const canvas = await drawPdfPage(page, maxSide / Math.max(pageWidth, pageHeight));
  const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality });
  const { width, height } = canvas;
  return { kind: 'image', mediaType: 'image/jpeg', blob, width, height, notes: [] };
}
