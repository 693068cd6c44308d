import { Navigate, Route, Routes } from 'react-router-dom';
import { paths } from '../../lib/paths.ts';
import { AdminGate } from './AdminGate.tsx';
import { consolePages } from './pages.ts';
import { ConsoleLayout } from './shell/ConsoleLayout.tsx';
import { ConsoleScreen } from './shell/ConsoleScreen.tsx';
import { adminTexts as texts } from './texts.ts';

/** The console behind its gate. A path it does not know leads to its start [ADMIN-001, ADMIN-002]. */
export function AdminPage() {
  return (
    <AdminGate>
      <ConsoleLayout>
        <Routes>
          {consolePages.map(({ path, title, Screen }) => (
            <Route
              key={path}
              path={path}
              element={Screen ? <Screen /> : <ConsoleScreen title={title} lead={texts.soon} />}
            />
          ))}
          <Route path="*" element={<Navigate to={paths.admin} replace />} />
        </Routes>
      </ConsoleLayout>
    </AdminGate>
  );
}
