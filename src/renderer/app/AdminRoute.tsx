import { AdminPage } from '../features/admin/AdminPage.tsx';
import { UiProvider } from '../theme/UiProvider.tsx';
import { UserCache } from './UserCache.tsx';

/** The console, with what its pages need around it. */
export function AdminRoute() {
  return (
    <UserCache>
      <UiProvider>
        <AdminPage />
      </UiProvider>
    </UserCache>
  );
}
