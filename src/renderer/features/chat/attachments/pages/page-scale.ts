/** 8 megapixels take 32 MB, and show an A4 page at 290 dpi. */
export const maxPagePixels = 8_000_000;

interface Size {
  readonly width: number;
  readonly height: number;
}

/**
 * Returns the scale at which a page gets this width (in pixels), or a smaller one if it would get too many pixels. Pages
 * can declare any size.
 */
export const pageScale = ({ width, height }: Size, target: number): number =>
  Math.min(
    target / width,
    Math.sqrt(maxPagePixels / (width * height)),
    maxPagePixels / Math.max(width, height),
  );
