import { screen } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { expect, it, vi } from 'vitest';
import { startFakeService } from '../../testing/fake-service.ts';
import { renderApp, storeSession } from '../../testing/render-app.tsx';
import { AdminPage } from './AdminPage.tsx';
import { testParts } from './testing/console-parts.tsx';

const fetched = vi.hoisted((): string[] => []);
vi.mock('./stats/DashboardPage.tsx', () => {
  fetched.push('dashboard');
  return { DashboardPage: () => <h1>The dashboard</h1> };
});
vi.mock('./vendors/VendorsPage.tsx', () => {
  fetched.push('vendors');
  return { VendorsPage: () => <h1>The vendors</h1> };
});

it('loads each page of the console when it is opened, and not before [ADMIN-018]', async () => {
  const service = startFakeService();
  service.changeAccess({ is_admin: true });
  storeSession({ email: 'root@example.com' });
  expect(fetched).toEqual([]);
  const { user } = renderApp(
    <Routes>
      <Route path="/admin/*" element={<AdminPage {...testParts} />} />
    </Routes>,
    '/admin',
  );
  expect(await screen.findByRole('heading', { name: 'The dashboard' })).toBeVisible();
  expect(fetched).toEqual(['dashboard']);
  await user.click(screen.getByRole('link', { name: 'API providers' }));
  expect(await screen.findByRole('heading', { name: 'The vendors' })).toBeVisible();
  expect(fetched).toEqual(['dashboard', 'vendors']);
});
