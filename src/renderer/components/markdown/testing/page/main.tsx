import '../../../../theme/fonts.css';
import '../../../../theme/tokens.css';
import '../../../../theme/base.css';
import { memo, useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import { setColorScheme } from '../../../../lib/color-scheme.ts';
import { ImageLoaderContext } from '../../image/ImageLoader.ts';
import { Markdown } from '../../Markdown.tsx';
import type { MarkdownPage, PageState } from './markdown-page.ts';

let shown: PageState = { text: '', isGrowing: false, isPlain: false };
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
      let longest = 0;
      const note = (entries: PerformanceEntryList) => {
        for (const { duration } of entries) longest = Math.max(longest, duration);
      };
      const observer = new PerformanceObserver((list) => note(list.getEntries()));
      observer.observe({ entryTypes: ['longtask'] });
      const end = () => {
        note(observer.takeRecords());
        observer.disconnect();
        resolve(longest);
      };
      const grow = (length: number) => {
        page.show({ text: text.slice(0, length), isGrowing: length < text.length, isPlain });
        requestAnimationFrame(length < text.length ? () => grow(length + step) : end);
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

/** Renders one element per paragraph, so that each frame lays out only the last one. */
function Plain({ text }: { readonly text: string }) {
  return text.split('\n\n').map((paragraph, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- paragraphs only grow at the end
    <PlainParagraph key={index} text={paragraph} />
  ));
}

const PlainParagraph = memo(function PlainParagraph({ text }: { readonly text: string }) {
  return <p style={{ whiteSpace: 'pre-wrap' }}>{text}</p>;
});

function Page() {
  const { text, isGrowing, isPlain } = useSyncExternalStore(subscribe, () => shown);
  return (
    <ImageLoaderContext value={drawSquare}>
      <div style={{ maxWidth: '46rem', margin: '0 auto', padding: '1rem' }}>
        {isPlain ? <Plain text={text} /> : <Markdown text={text} isGrowing={isGrowing} />}
      </div>
    </ImageLoaderContext>
  );
}

const root = document.getElementById('root');
if (root) createRoot(root).render(<Page />);
Object.assign(window, { markdownPage: page });
