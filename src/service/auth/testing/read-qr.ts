import decodeQR from 'qr/decode.js';

/**
 * Reads a second factor's QR code like a camera: draws its pixels, then decodes them with a different library than the
 * one that created it. Throws if it can't be read.
 *
 * @param picture the data URL from supabase-js: an SVG of black squares on white
 */
export function readQr(picture: string): string {
  const svg = picture.slice(picture.indexOf('<svg'));
  const side = Number(/viewBox="0 0 (\d+) \1"/.exec(svg)?.[1]);
  const data = new Uint8ClampedArray(side * side * 4).fill(255);
  for (const [, left, top, size] of svg.matchAll(/M(\d+),(\d+)h(\d+)v\3h-\3z/g))
    for (let y = Number(top); y < Number(top) + Number(size); y += 1)
      for (let x = Number(left); x < Number(left) + Number(size); x += 1)
        data.fill(0, (y * side + x) * 4, (y * side + x) * 4 + 3);
  return decodeQR({ width: side, height: side, data });
}
