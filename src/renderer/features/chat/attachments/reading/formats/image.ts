import { readingLimits } from '../limits.ts';
import { readImageHeader } from '../parts/image-size.ts';
import { Refusal } from '../refusal.ts';
import type { FormatReader, ImageReading } from '../reading.ts';

/**
 * The maximum side length of a sent image, in pixels. Vendors scale larger images down (to 2,048 or 1,568
 * pixels, or to about 1.15 megapixels) and charge for the scaled size. A lower limit would only make small
 * print unreadable.
 */
export const maxSide = 2_048;
/** Larger lossless images are sent as JPEG, because vendors accept at most 5 MB in base64. */
const maxLosslessBytes = 3 * 1_048_576;
const quality = 0.9;
const isLossless = new Set(['image/png', 'image/gif', 'image/webp']);

/**
 * Scales, rotates and re-encodes the image. Re-encoding removes all metadata (location, device, time,
 * thumbnail).
 */
export const readImage: FormatReader = async (file) => {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const header = readImageHeader(bytes);
  if (!header) throw new Refusal('damaged');
  if (header.width * header.height > readingLimits.pixels) throw new Refusal('tooManyPixels');
  const bitmap = await createImageBitmap(new Blob([bytes])).catch((error: unknown) => {
    const canBeUnknown = file.type === 'image/heic' || file.type === 'image/avif';
    throw new Refusal(canBeUnknown ? 'notDecodable' : 'damaged', error);
  });
  const { width, height } = scaledSize(bitmap.width, bitmap.height);
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (!context) throw new Refusal('notDecodable');
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, width, height);
  bitmap.close();
  const encoded = isLossless.has(file.type) ? await canvas.convertToBlob({ type: 'image/png' }) : null;
  const notes: ImageReading['notes'] = header.isAnimated ? [{ code: 'firstFrame' }] : [];
  if (encoded && encoded.size <= maxLosslessBytes)
    return { kind: 'image', mediaType: 'image/png', blob: encoded, width, height, notes };
  // JPEG has no transparency. Without a white background, transparent pixels would become black.
  context.globalCompositeOperation = 'destination-over';
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, width, height);
  const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality });
  return { kind: 'image', mediaType: 'image/jpeg', blob, width, height, notes };
};

/** Scales an image down to the limit, and never up. Each side keeps at least one pixel. */
export function scaledSize(width: number, height: number): { width: number; height: number } {
  const scale = Math.min(1, maxSide / Math.max(width, height));
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
}
