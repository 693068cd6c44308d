import { AdminPage } from '../features/admin/AdminPage.tsx';
import { ModelField } from '../features/models/ModelField.tsx';
import { UiProvider } from '../theme/UiProvider.tsx';
import { UserCache } from './UserCache.tsx';

export function AdminRoute() {
  return (
    <UserCache>
      <UiProvider>
        <AdminPage ModelField={ModelField} />
      </UiProvider>
    </UserCache>
  );
}
