import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactElement, type ReactNode, useEffect } from 'react';
import { createQueryClient } from '../../../lib/query-client.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { UiProvider } from '../../../theme/UiProvider.tsx';
import { ConsolePartsContext } from '../console-parts.ts';
import { DialogHost, useOpenDialog } from '../dialog/DialogHost.tsx';
import { testParts } from './console-parts.tsx';

/** Renders a part of the console without retries of failed requests. */
export function renderConsole(children: ReactNode, address = '/admin') {
  const client = createQueryClient();
  client.setDefaultOptions({ queries: { retry: false } });
  const app = renderApp(
    <QueryClientProvider client={client}>
      <UiProvider>
        <ConsolePartsContext value={testParts}>
          <DialogHost>{children}</DialogHost>
        </ConsolePartsContext>
      </UiProvider>
    </QueryClientProvider>,
    address,
  );
  return { ...app, client };
}

export const renderDialog = (dialog: ReactElement) => renderConsole(<DialogOpener dialog={dialog} />);

function DialogOpener({ dialog }: { readonly dialog: ReactElement }) {
  const openDialog = useOpenDialog();
  // oxlint-disable-next-line react/exhaustive-deps -- open it only once
  useEffect(() => openDialog(dialog), []);
  return null;
}
