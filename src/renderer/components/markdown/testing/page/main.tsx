import '../../../../theme/fonts.css';
import '../../../../theme/tokens.css';
import '../../../../theme/base.css';
import { useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import { setColorScheme } from '../../../../lib/color-scheme.ts';
import { ImageLoaderContext } from '../../image/ImageLoader.ts';
import { Markdown } from '../../Markdown.tsx';

/** What the page shows, and how it is told. */
interface Shown {
  readonly text: string;
  readonly isGrowing: boolean;
  /** As the floor of every measurement: the same text, appended as it is. */
  readonly isPlain: boolean;
}

export interface MarkdownPage {
  readonly show: (shown: Partial<Shown>) => void;
  /** Grows the text by `step` characters a frame, as a reply does; resolves when it is complete. */
  readonly stream: (text: string, step: number, isPlain: boolean) => Promise<void>;
  readonly setColorScheme: typeof setColorScheme;
}

let shown: Shown = { text: '', isGrowing: false, isPlain: false };
const listeners = new Set<() => void>();
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

const page: MarkdownPage = {
  show(next) {
    shown = { ...shown, ...next };
    for (const listener of listeners) listener();
  },
  stream: (text, step, isPlain) =>
    new Promise((resolve) => {
      const grow = (length: number) => {
        page.show({ text: text.slice(0, length), isGrowing: length < text.length, isPlain });
        if (length < text.length) requestAnimationFrame(() => grow(length + step));
        else requestAnimationFrame(() => resolve());
      };
      grow(step);
    }),
  setColorScheme,
};

async function drawSquare(): Promise<Blob> {
  const canvas = new OffscreenCanvas(640, 480);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser draws nothing.');
  context.fillStyle = '#1f6b45';
  context.fillRect(0, 0, 640, 480);
  return canvas.convertToBlob({ type: 'image/png' });
}

function Page() {
  const { text, isGrowing, isPlain } = useSyncExternalStore(subscribe, () => shown);
  return (
    <ImageLoaderContext value={drawSquare}>
      <div style={{ maxWidth: '46rem', margin: '0 auto', padding: '1rem' }}>
        {isPlain ? (
          <div style={{ whiteSpace: 'pre-wrap' }}>{text}</div>
        ) : (
          <Markdown text={text} isGrowing={isGrowing} />
        )}
      </div>
    </ImageLoaderContext>
  );
}

const root = document.getElementById('root');
if (root) createRoot(root).render(<Page />);
Object.assign(window, { markdownPage: page });
