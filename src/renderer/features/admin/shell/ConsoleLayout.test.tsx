import { readFileSync } from 'node:fs';
import { screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { getSupabase } from '../../../lib/supabase.ts';
import { platform } from '../../../platform/index.ts';
import { startFakeService } from '../../../testing/fake-service.ts';
import { storeSession } from '../../../testing/render-app.tsx';
import { AdminPage } from '../AdminPage.tsx';
import { renderConsole } from '../testing/render-console.tsx';
import { testParts } from '../testing/console-parts.tsx';

const page = (
  <Routes>
    <Route path="/admin/*" element={<AdminPage {...testParts} />} />
    <Route path="*" element={<p>elsewhere</p>} />
  </Routes>
);

async function open(address = '/admin') {
  const service = startFakeService();
  service.changeAccess({ is_admin: true });
  storeSession({ email: 'root@example.com', data: { name: 'Ada Root' } });
  const app = renderConsole(page, address);
  await screen.findByRole('heading', { level: 1 });
  return app;
}

/** Makes media queries match a viewport of this width. */
function setWidth(width: number) {
  const real = window.matchMedia;
  window.matchMedia = (query) => {
    const limit = /max-width: ([\d.]+)px/.exec(query)?.[1];
    return Object.assign(real(query), { matches: limit !== undefined && width <= Number(limit) });
  };
  onTestFinished(() => void (window.matchMedia = real));
}

function widthOf(selector: string) {
  const css = `\n${readFileSync('src/renderer/features/admin/shell/ConsoleSidebar.module.css', 'utf8')}`;
  return css
    .split(`\n${selector} {`)[1]
    ?.split('}')[0]
    ?.match(/\bwidth: ([^;]+);/)?.[1];
}

const sidebar = () => screen.getByRole('complementary');

describe("the console's sidebar", () => {
  afterEach(async () => {
    const client = await getSupabase();
    await client.removeAllChannels();
    await client.auth.signOut({ scope: 'local' });
    platform.uiState.set('admin_sidebar_state', 'true');
    vi.restoreAllMocks();
  });

  it('links to every page and marks the current one [ADMIN-003]', async () => {
    const { user, address } = await open();
    const links = within(screen.getByRole('navigation', { name: 'Admin Panel' })).getAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      '/admin',
      '/admin/users',
      '/admin/roles',
      '/admin/api-vendors',
      '/admin/api-models',
      '/admin/api-keys',
      '/admin/prompts',
      '/admin/personas',
      '/admin/analytics',
      '/admin/activity',
      '/admin/logs',
      '/admin/settings',
    ]);
    await user.click(screen.getByRole('link', { name: 'Roles and permissions' }));
    expect(await screen.findByRole('heading', { name: 'Roles and permissions' })).toBeVisible();
    expect(address()).toBe('/admin/roles');
    expect(screen.getByRole('link', { current: 'page' })).toHaveAccessibleName('Roles and permissions');
  });

  it('shows who is signed in, as "Administrator" [ADMIN-004]', async () => {
    await open();
    expect(await within(sidebar()).findByText('Ada Root')).toBeVisible();
    expect(within(sidebar()).getByText('Administrator')).toBeVisible();
  });

  it('links back to the chat [ADMIN-005]', async () => {
    const { user, address } = await open();
    await user.click(screen.getByRole('link', { name: 'Back to Chat' }));
    expect(address()).toBe('/chat');
  });

  it('signs out [ADMIN-005]', async () => {
    const { user, address } = await open();
    await user.click(screen.getByRole('button', { name: 'Sign Out' }));
    expect(await screen.findByText('You have been signed out of your account.')).toBeVisible();
    await waitFor(() => expect(address()).toBe('/signin?redirectTo=%2Fadmin'));
  });

  it('collapses to icons on a wide screen, keeps link names for screen readers, and stores its state', async () => {
    const { user, unmount } = await open();
    expect(sidebar()).toHaveAttribute('data-open', 'true');
    await user.click(screen.getByRole('button', { name: 'Collapse the sidebar' }));
    expect(sidebar()).toHaveAttribute('data-open', 'false');
    expect(screen.getByRole('link', { name: 'API providers' })).toBeInTheDocument();
    unmount();
    await open();
    expect(sidebar()).toHaveAttribute('data-open', 'false');
    expect(screen.getByRole('button', { name: 'Expand the sidebar' })).toBeVisible();
  });

  it('is 16rem wide, and collapses to 4rem [CHAT-023]', () => {
    expect(widthOf('.sidebar')).toBe('4rem');
    expect(widthOf(".sidebar[data-open='true']")).toBe('16rem');
  });

  it('collapses from 16rem to 4rem on a small screen, and again after Escape or navigation [ADMIN-006]', async () => {
    setWidth(767);
    const { user, address } = await open();
    // Wider than a phone, so the sidebar collapses instead of becoming a drawer.
    expect(sidebar()).not.toHaveAttribute('data-drawer');
    expect(sidebar()).toHaveAttribute('data-open', 'false');
    expect(widthOf('.sidebar')).toBe('4rem');
    expect(widthOf(".sidebar[data-open='true']")).toBe('16rem');
    await user.click(screen.getByRole('button', { name: 'Expand the sidebar' }));
    expect(sidebar()).toHaveAttribute('data-open', 'true');
    expect(screen.getByRole('main', { hidden: true }).closest('[inert]')).not.toBeNull();
    await user.keyboard('{Escape}');
    expect(sidebar()).toHaveAttribute('data-open', 'false');
    expect(screen.getByRole('button', { name: 'Expand the sidebar' })).toHaveFocus();
    await user.click(screen.getByRole('button', { name: 'Expand the sidebar' }));
    await user.click(screen.getByRole('link', { name: 'Settings' }));
    await waitFor(() => expect(address()).toBe('/admin/settings'));
    expect(sidebar()).toHaveAttribute('data-open', 'false');
  });

  it('is a drawer on a phone, opened by a button and closed by Escape and navigation', async () => {
    setWidth(390);
    const { user, address } = await open();
    const opener = screen.getByRole('button', { name: 'Open the menu' });
    // All content is inside a landmark.
    expect(screen.getByRole('banner')).toHaveTextContent('Clover');
    expect(sidebar()).toHaveAttribute('data-open', 'false');
    await user.click(opener);
    expect(sidebar()).toHaveAttribute('data-open', 'true');
    expect(screen.getByRole('button', { name: 'Close the menu' })).toHaveFocus();
    expect(screen.getByRole('main', { hidden: true }).closest('[inert]')).not.toBeNull();
    await user.keyboard('{Escape}');
    expect(sidebar()).toHaveAttribute('data-open', 'false');
    expect(opener).toHaveFocus();
    await user.click(opener);
    await user.click(screen.getByRole('link', { name: 'Settings' }));
    await waitFor(() => expect(address()).toBe('/admin/settings'));
    expect(sidebar()).toHaveAttribute('data-open', 'false');
  });
});
