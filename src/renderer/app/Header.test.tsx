import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { getSupabase } from '../lib/supabase.ts';
import { startFakeService } from '../testing/fake-service.ts';
import { renderApp, storeSession } from '../testing/render-app.tsx';
import { Header } from './Header.tsx';

const link = (name: string) => screen.getByRole('link', { name });

describe('the header', () => {
  afterEach(async () => {
    localStorage.clear();
    await (await getSupabase()).auth.signOut({ scope: 'local' });
  });

  it('links visitors to home, Features, Pricing, Sign In and Sign Up [SITE-025, SITE-026, SITE-031]', () => {
    startFakeService();
    renderApp(<Header />);
    expect(link('Clover, home')).toHaveAttribute('href', '/');
    expect(link('Features')).toHaveAttribute('href', '/features');
    expect(link('Pricing')).toHaveAttribute('href', '/pricing');
    expect(link('Sign In')).toHaveAttribute('href', '/signin');
    expect(link('Sign Up')).toHaveAttribute('href', '/signup?redirectTo=%2Fchat');
    expect(screen.queryByText('Admin Panel')).toBeNull();
    expect(screen.queryByText('Chat Now')).toBeNull();
  });

  it('greets signed-in users and offers Chat Now and Sign Out instead [SITE-027, SITE-028, SITE-029, SITE-031]', async () => {
    startFakeService();
    storeSession({ email: 'ada@example.com', data: { name: 'Ada' } });
    renderApp(<Header />);
    expect(await screen.findByText('Hello, Ada')).toBeVisible();
    expect(link('Chat Now')).toHaveAttribute('href', '/chat');
    expect(screen.getByRole('button', { name: 'Sign Out' })).toBeVisible();
    expect(screen.queryByText('Sign In')).toBeNull();
    expect(screen.queryByText('Sign Up')).toBeNull();
    expect(screen.queryByText('Admin Panel')).toBeNull();
  });

  it('shows Admin Panel if the service says that the user is an admin, whatever the token says [SITE-027]', async () => {
    const service = startFakeService();
    service.changeAccess({ is_admin: true });
    storeSession({ email: 'root@example.com' });
    renderApp(<Header />);
    expect(await screen.findByRole('link', { name: 'Admin Panel' })).toHaveAttribute('href', '/admin');
  });

  it('shows neither greeting nor Sign In while the session loads', () => {
    startFakeService();
    storeSession({ email: 'ada@example.com' });
    renderApp(<Header />);
    expect(screen.queryByText('Sign In')).toBeNull();
  });

  it('turns solid after 10 px of scroll, not at 10 [SITE-033]', () => {
    startFakeService();
    renderApp(<Header />);
    const header = screen.getByRole('banner');
    const scrollTo = (y: number) => {
      vi.stubGlobal('scrollY', y);
      fireEvent.scroll(window);
    };
    scrollTo(10);
    expect(header).not.toHaveAttribute('data-solid');
    scrollTo(11);
    expect(header).toHaveAttribute('data-solid');
    scrollTo(0);
    expect(header).not.toHaveAttribute('data-solid');
  });

  it('collapses its links into a menu that closes on Escape and on navigation [SITE-032]', async () => {
    startFakeService();
    const { user, address } = renderApp(<Header />);
    const toggle = screen.getByRole('button', { name: 'Open menu' });
    const menu = document.getElementById(toggle.getAttribute('aria-controls')!)!;
    await user.click(toggle);
    expect(toggle).toHaveAttribute('aria-expanded', 'true');
    expect(menu).toHaveAttribute('data-open');
    await user.keyboard('{Escape}');
    expect(menu).not.toHaveAttribute('data-open');
    await user.click(toggle);
    await act(() => user.click(within(menu).getByRole('link', { name: 'Pricing' })));
    expect(address()).toBe('/pricing');
    expect(menu).not.toHaveAttribute('data-open');
  });
});
