import { Navigate, Route, Routes } from 'react-router-dom';
import { Page } from '../../components/Page.tsx';
import { paths } from '../../lib/paths.ts';
import { AdminGate } from './AdminGate.tsx';
import { adminPages, adminTexts as texts } from './texts.ts';

/** The console behind its gate. A path it does not know leads to its start [ADMIN-001, ADMIN-002]. */
export function AdminPage() {
  return (
    <AdminGate>
      <Routes>
        <Route index element={<Page title={texts.title} lead={texts.lead} />} />
        {adminPages.map(({ path, title }) => (
          <Route key={path} path={path} element={<Page title={title} lead={texts.lead} />} />
        ))}
        <Route path="*" element={<Navigate to={paths.admin} replace />} />
      </Routes>
    </AdminGate>
  );
}
