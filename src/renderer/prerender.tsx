import { StrictMode } from 'react';
import { prerender } from 'react-dom/static';
import { StaticRouter } from 'react-router-dom';
import { AppContent } from './app/App.tsx';

export { appPages, notFoundPage, publicPages } from './app/public-pages.ts';
export { titleOf } from './lib/use-page.ts';
export { brand } from '../shared/brand.ts';

/** Returns a path's HTML as visitors see it, for vite.prerender.ts. Rejects if rendering fails. */
export async function renderPage(path: string): Promise<string> {
  const failures: unknown[] = [];
  const { prelude } = await prerender(
    <StrictMode>
      <StaticRouter location={path}>
        <AppContent />
      </StaticRouter>
    </StrictMode>,
    {
      // Render one chunk, because later chunks need inline scripts, which the Content Security Policy forbids.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onError: (error) => void failures.push(error),
    },
  );
  if (failures.length > 0) throw new Error(`${path} cannot be drawn.`, { cause: failures[0] });
  return new Response(prelude).text();
}
