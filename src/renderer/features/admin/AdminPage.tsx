import './mantine-styles.ts';
import { Navigate, Route, Routes } from 'react-router-dom';
import { paths } from '../../lib/paths.ts';
import { AdminGate } from './AdminGate.tsx';
import { type ConsoleParts, ConsolePartsContext } from './console-parts.ts';
import { consoleScreens } from './pages.ts';
import { ConsoleLayout } from './shell/ConsoleLayout.tsx';

/** Unknown paths redirect to the dashboard [ADMIN-001, ADMIN-002]. */
export function AdminPage(parts: ConsoleParts) {
  return (
    <ConsolePartsContext value={parts}>
      <AdminGate>
        <ConsoleLayout>
          <Routes>
            {Object.entries(consoleScreens).map(([path, Screen]) => (
              <Route key={path} path={path} element={<Screen />} />
            ))}
            <Route path="*" element={<Navigate to={paths.admin} replace />} />
          </Routes>
        </ConsoleLayout>
      </AdminGate>
    </ConsolePartsContext>
  );
}
