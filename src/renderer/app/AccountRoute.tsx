import { lazy, Suspense } from 'react';
import type { LoadFormat } from '../features/account/data/use-export.ts';
import { AccountPage } from '../features/account/AccountPage.tsx';
import { platform } from '../platform/index.ts';
import { UserCache } from './UserCache.tsx';

// Apart: a browser has no such settings.
const ComputerSettings = lazy(async () => ({
  default: (await import('../features/desktop/ComputerSettings.tsx')).ComputerSettings,
}));

/** The account's archive holds each chat as the chat's own export writes it, so that it can be imported again. */
const loadFormat: LoadFormat = async () => {
  const { toCloverJson } = await import('../features/chat/transfer/formats/clover-json.ts');
  return (chat, exportedAt) => toCloverJson([chat], exportedAt);
};

/** The account page, with the cache that its sections read through. */
export function AccountRoute() {
  return (
    <UserCache>
      <AccountPage
        loadFormat={loadFormat}
        computer={
          platform.shell && (
            <Suspense>
              <ComputerSettings shell={platform.shell} />
            </Suspense>
          )
        }
      />
    </UserCache>
  );
}
