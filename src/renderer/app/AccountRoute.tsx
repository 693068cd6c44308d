import type { LoadFormat } from '../features/account/data/use-export.ts';
import { AccountPage } from '../features/account/AccountPage.tsx';
import { UserCache } from './UserCache.tsx';

/** The account's archive holds each chat as the chat's own export writes it, so that it can be imported again. */
const loadFormat: LoadFormat = async () => {
  const { toCloverJson } = await import('../features/chat/transfer/formats/clover-json.ts');
  return (chat, exportedAt) => toCloverJson([chat], exportedAt);
};

/** The account page, with the cache that its sections read through. */
export function AccountRoute() {
  return (
    <UserCache>
      <AccountPage loadFormat={loadFormat} />
    </UserCache>
  );
}
