import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { createQueryClient } from '../../../lib/query-client.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { UiProvider } from '../../../theme/UiProvider.tsx';

/** Draws a part of the console with what the app puts around it. A failure is told at once, not after another try. */
export function renderConsole(children: ReactNode, address = '/admin') {
  const client = createQueryClient();
  client.setDefaultOptions({ queries: { retry: false } });
  const app = renderApp(
    <QueryClientProvider client={client}>
      <UiProvider>{children}</UiProvider>
    </QueryClientProvider>,
    address,
  );
  return { ...app, client };
}
