import { toPng } from './png.ts';

/** In pixels. The image is only a sample, but is stored like any other. */
const longestSide = 512;

const [paper, leaf, vein, ink] = [0, 1, 2, 3];
const palette = [
  [250, 248, 242],
  [47, 125, 79],
  [35, 98, 61],
  [38, 41, 44],
] as const;

/** Bitmaps of 5 by 7 dots for each letter, one number per row. */
const letters: Readonly<Record<string, readonly number[]>> = {
  A: [14, 17, 17, 31, 17, 17, 17],
  D: [30, 17, 17, 17, 17, 17, 30],
  E: [31, 16, 16, 30, 16, 16, 31],
  I: [14, 4, 4, 4, 4, 4, 14],
  M: [17, 27, 21, 21, 17, 17, 17],
  N: [17, 25, 21, 19, 17, 17, 17],
  O: [14, 17, 17, 17, 17, 17, 14],
  R: [30, 17, 17, 30, 20, 18, 17],
  S: [15, 16, 16, 14, 1, 1, 30],
  T: [31, 4, 4, 4, 4, 4, 4],
};
const label = 'DEMONSTRATION';
const [letterWidth, letterHeight] = [6, 7];

/** Returns the color at a point. The center is (0, 0), and the leaves end at a distance of 1. */
function colorAt(x: number, y: number, turn: number): number {
  const distance = Math.sqrt(x * x + y * y);
  if (distance > 1) return paper;
  const angle = Math.atan2(y, x) + turn;
  const inLeaf = Math.abs(Math.sin(2 * angle));
  // Each leaf has the shape of a heart, with a dent at its tip.
  const edge = inLeaf ** 0.6 * (1 - 0.18 * inLeaf ** 12);
  if (distance > edge) return paper;
  return inLeaf > 0.995 && distance < edge * 0.8 ? vein : leaf;
}

function drawLabel(pixels: Uint8Array, width: number, height: number): void {
  const dot = Math.max(1, Math.floor((width * 0.6) / (label.length * letterWidth)));
  const left = Math.floor((width - (label.length * letterWidth - 1) * dot) / 2);
  const top = height - (letterHeight + 4) * dot;
  for (const [place, name] of Array.from(label).entries())
    for (const [row, dots] of (letters[name] ?? []).entries())
      for (let column = 0; column < 5; column += 1) {
        if (((dots >> (4 - column)) & 1) === 0) continue;
        const x = left + (place * letterWidth + column) * dot;
        for (let y = top + row * dot; y < top + (row + 1) * dot; y += 1)
          pixels.fill(ink, y * width + x, y * width + x + dot);
      }
}

/** Derives a number from 0 to 1 from the text, so that different prompts result in different images. */
function fractionOf(text: string): number {
  let hash = 0;
  for (const character of text) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) >>> 0;
  return (hash % 360) / 360;
}

/**
 * Draws the demo vendor's image: a clover leaf, rotated by the prompt, labeled as a demonstration. It has the requested
 * proportions and at most 512 pixels a side.
 *
 * @param size e.g. `1024x1536`
 */
export function drawDemoImage(prompt: string, size: string): Promise<Uint8Array<ArrayBuffer>> {
  const [fullWidth = longestSide, fullHeight = longestSide] = size.split('x').map(Number);
  const scale = Math.min(1, longestSide / Math.max(fullWidth, fullHeight));
  const [width, height] = [Math.round(fullWidth * scale), Math.round(fullHeight * scale)];
  const turn = (fractionOf(prompt) * Math.PI) / 2;
  const radius = Math.min(width, height) * 0.38;
  const pixels = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      pixels[y * width + x] = colorAt((x - width / 2) / radius, (y - height * 0.46) / radius, turn);
  drawLabel(pixels, width, height);
  return toPng({ width, height, pixels, palette });
}
