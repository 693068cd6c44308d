import { type RefObject, useEffect, useState } from 'react';
import { FileRefused } from '../reading/refusal.ts';
import { type DrawnPage, openPageDrawer } from './draw-pages.ts';
import { pageTexts as texts } from './texts.ts';

interface DrawnPageOptions {
  readonly page: number;
  /** The width of the page, in widths of the area. */
  readonly zoom: number;
  readonly canvas: RefObject<HTMLCanvasElement | null>;
  readonly area: RefObject<HTMLElement | null>;
}

interface Shown {
  readonly page: number;
  readonly zoom: number;
  /** The reason why the page can't be shown. */
  readonly message: string | null;
}

/** Draws a page on the canvas. Until it is drawn, the canvas shows the previous one. */
export function useDrawnPage(file: Blob, { page, zoom, canvas, area }: DrawnPageOptions) {
  const [drawer] = useState(() => openPageDrawer(file));
  const [pages, setPages] = useState<number | null>(null);
  const [shown, setShown] = useState<Shown | null>(null);
  useEffect(() => drawer.close, [drawer]);
  useEffect(() => {
    if (!area.current) return undefined;
    const controller = new AbortController();
    const { signal } = controller;
    const width = Math.round(area.current.clientWidth * zoom * devicePixelRatio);
    drawer.draw(page, width, signal).then(
      (drawn) => {
        if (signal.aborted || !canvas.current) return drawn.image.close();
        showOn(canvas.current, drawn);
        setPages(drawn.pages);
        setShown({ page, zoom, message: null });
      },
      (error: unknown) => {
        if (signal.aborted) return;
        setShown({ page, zoom, message: error instanceof FileRefused ? error.message : texts.failed });
      },
    );
    return () => controller.abort();
  }, [drawer, page, zoom, canvas, area]);
  return {
    pages,
    message: shown?.page === page ? shown.message : null,
    isDrawing: shown?.page !== page || shown.zoom !== zoom,
    isEmpty: pages === null,
  };
}

/** Moves the image into the canvas, without a copy. */
function showOn(canvas: HTMLCanvasElement, { image }: DrawnPage): void {
  const { width, height } = image;
  Object.assign(canvas, { width, height });
  canvas.getContext('bitmaprenderer')?.transferFromImageBitmap(image);
}
