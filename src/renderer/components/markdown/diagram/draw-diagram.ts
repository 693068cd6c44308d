import mermaidUrl from 'mermaid/dist/mermaid.min.js?url';
import { z } from 'zod';
import frameUrl from './frame.js?url';
import type { DiagramTheme } from './theme.ts';

/** Milliseconds for loading the frame and the library. */
export const LOAD_LIMIT = 30_000;
/** Milliseconds from loading the frame to its first message. If there is none, a script failed to load. */
const RESPONSE_LIMIT = 5_000;
/** Milliseconds for drawing the diagram. */
export const DRAW_LIMIT = 8_000;
/** In characters. */
export const MAX_SOURCE_LENGTH = 20_000;
const MAX_SVG_LENGTH = 3_000_000;
const MAX_SIDE = 30_000;

export type DiagramFailure = 'source' | 'size' | 'time' | 'load';

export class DiagramError extends Error {
  override readonly name = 'DiagramError';
  readonly reason: DiagramFailure;

  constructor(reason: DiagramFailure, message: string = reason) {
    super(message);
    this.reason = reason;
  }
}

/** The diagram as an image, which can't run or load anything. Sizes are in CSS pixels. */
export interface Drawing {
  readonly address: string;
  readonly width: number;
  readonly height: number;
  readonly title: string;
}

/** The frame processes untrusted text, so its messages are checked. */
const messageSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('loaded') }),
  z.object({
    kind: z.literal('drawn'),
    svg: z.string().max(MAX_SVG_LENGTH),
    width: z.number().positive().max(MAX_SIDE),
    height: z.number().positive().max(MAX_SIDE),
    title: z.string().transform((title) => title.slice(0, 200)),
  }),
  z.object({
    kind: z.literal('failed'),
    reason: z.enum(['source', 'size', 'load']),
    message: z.string().max(200),
  }),
]);

/**
 * Draws a diagram in a separate frame without an origin, which can't access the page, the session or storage.
 * The frame's Content Security Policy allows only its two scripts.
 *
 * Rejects with DiagramError. If the signal aborts, the error's reason is `time`.
 */
export async function drawDiagram(
  source: string,
  theme: DiagramTheme,
  signal: AbortSignal,
): Promise<Drawing> {
  if (source.length > MAX_SOURCE_LENGTH) throw new DiagramError('size');
  const frame = createFrame();
  const { port1: port, port2: theirs } = new MessageChannel();
  try {
    return await new Promise<Drawing>((resolve, reject) => {
      let timer = setTimeout(() => reject(new DiagramError('load')), LOAD_LIMIT);
      signal.addEventListener('abort', () => reject(new DiagramError('time')), { once: true });
      port.onmessage = ({ data }: MessageEvent<unknown>) => {
        const answer = messageSchema.safeParse(data).data;
        if (answer?.kind === 'loaded') {
          clearTimeout(timer);
          timer = setTimeout(() => reject(new DiagramError('time')), DRAW_LIMIT);
          return;
        }
        clearTimeout(timer);
        if (answer?.kind === 'drawn') resolve(asDrawing(answer));
        else reject(answer ? new DiagramError(answer.reason, answer.message) : new DiagramError('size'));
      };
      frame.addEventListener(
        'load',
        // `*`, because the frame has no origin. The message contains no secret.
        () => {
          clearTimeout(timer);
          timer = setTimeout(() => reject(new DiagramError('load')), RESPONSE_LIMIT);
          frame.contentWindow?.postMessage({ source, ...theme }, '*', [theirs]);
        },
        { once: true },
      );
      document.body.append(frame);
    });
  } finally {
    port.close();
    frame.remove();
  }
}

const asDrawing = ({ svg, width, height, title }: { svg: string } & Omit<Drawing, 'address'>): Drawing => ({
  // A document opened from a data URL has no origin.
  address: `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`,
  width,
  height,
  title,
});

function createFrame(): HTMLIFrameElement {
  const scripts = [mermaidUrl, frameUrl].map((url) => new URL(url, document.baseURI).href);
  const frame = document.createElement('iframe');
  frame.setAttribute('sandbox', 'allow-scripts');
  frame.referrerPolicy = 'no-referrer';
  frame.title = 'Diagram';
  frame.tabIndex = -1;
  frame.setAttribute('aria-hidden', 'true');
  // Off screen but rendered, because Mermaid measures its text.
  frame.style.cssText =
    'position:fixed;left:-10000px;top:0;width:1200px;height:900px;border:0;visibility:hidden';
  frame.srcdoc = frameDocument(scripts);
  return frame;
}

export function frameDocument(scripts: readonly string[]): string {
  const policy = `default-src 'none'; script-src ${scripts.join(' ')}; style-src 'unsafe-inline'`;
  return [
    '<!doctype html><meta charset="utf-8">',
    `<meta http-equiv="content-security-policy" content="${policy}">`,
    ...scripts.map((address) => `<script src="${address}"></script>`),
  ].join('');
}
