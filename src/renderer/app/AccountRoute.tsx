import { AccountPage } from '../features/account/AccountPage.tsx';
import { UserCache } from './UserCache.tsx';

/** The account page, with the cache that its sections read through. */
export function AccountRoute() {
  return (
    <UserCache>
      <AccountPage />
    </UserCache>
  );
}
