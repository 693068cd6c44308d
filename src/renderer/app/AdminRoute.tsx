import { AdminPage } from '../features/admin/AdminPage.tsx';
import { UiProvider } from '../theme/UiProvider.tsx';
import { UserCache } from './UserCache.tsx';

export function AdminRoute() {
  return (
    <UserCache>
      <UiProvider>
        <AdminPage />
      </UiProvider>
    </UserCache>
  );
}
