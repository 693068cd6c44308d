import { readFileSync } from 'node:fs';
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { startFakeService } from '../testing/fake-service.ts';
import { renderApp } from '../testing/render-app.tsx';
import { AppRoutes } from './AppRoutes.tsx';

describe('the routes', () => {
  it.each([
    ['/', 'The uncensored, private AI chat you can check', 'Uncensored and private AI chat · Clover'],
    ['/features', 'What Clover does', 'What Clover does · Clover'],
    ['/pricing', 'Two plans', 'Two plans · Clover'],
    ['/privacy', 'Where your data goes', 'Where your data goes · Clover'],
    ['/docs', 'Documentation', 'Documentation · Clover'],
    ['/docs/api', 'Private Inference API', 'Private Inference API · Clover'],
    ['/signin', 'Sign in', 'Sign in · Clover'],
    ['/signup', 'Create your account', 'Create your account · Clover'],
    ['/reset-password', 'Reset your password', 'Reset your password · Clover'],
    ['/no/such/page', 'Page not found', 'Page not found · Clover'],
  ])(
    'show %s to a visitor without a redirect [SITE-003, SITE-021, SITE-022, SITE-023]',
    async (path, heading, title) => {
      startFakeService();
      const { address } = renderApp(<AppRoutes />, path);
      expect(await screen.findByRole('heading', { level: 1, name: heading })).toBeVisible();
      await waitFor(() => expect(document.title).toBe(title));
      expect(address()).toBe(path);
    },
  );

  it("show the landing page's fourteen parts in the documented order [SITE-034]", async () => {
    startFakeService();
    renderApp(<AppRoutes />);
    const hero = await screen.findByRole('heading', { level: 1 });
    vi.stubGlobal('scrollY', 801);
    act(() => void window.dispatchEvent(new Event('scroll')));
    const section = (name: string) => screen.getByRole('heading', { level: 2, name });
    const parts = [
      hero,
      section('Private, and you can check it'),
      section('What Can You Ask?'),
      section('Real User Prompts'),
      section('How It Works'),
      screen.getByText('Live Demo'),
      screen.getByText('Why Choose Us'),
      section('Unleash The True Power of AI'),
      section('Private Inference API'),
      section('Clover and other chats'),
      section('Sample figures and quotes'),
      section('Try the demo, or just start'),
      screen.getByRole('navigation', { name: 'Footer' }),
    ];
    const misplaced = parts.filter((part, index) => {
      const next = parts[index + 1];
      return next && !(part.compareDocumentPosition(next) & Node.DOCUMENT_POSITION_FOLLOWING);
    });
    expect(misplaced).toEqual([]);
    // The sticky bar is fixed at the bottom of the viewport.
    expect(
      within(screen.getByRole('complementary')).getByRole('link', { name: 'Start Chatting' }),
    ).toBeVisible();
    const styles = readFileSync('src/renderer/features/site/landing/StickyBar.module.css', 'utf8');
    expect(styles).toMatch(/^\.bar \{\s+position: fixed;\s+z-index: 5;\s+inset: auto 0 0;/);
  });

  it('send no request to the service on the landing page [SITE-083]', async () => {
    const service = startFakeService();
    renderApp(<AppRoutes />);
    await screen.findByRole('heading', { level: 1 });
    expect(service.requests).toEqual([]);
  });

  it('focus the heading of the new page, and let the keyboard skip the header', async () => {
    startFakeService();
    const { user } = renderApp(<AppRoutes />);
    await screen.findByRole('heading', { level: 1 });
    expect(document.body).toHaveFocus();
    await user.tab();
    expect(screen.getByRole('link', { name: 'Skip to content' })).toHaveFocus();
    await user.click(screen.getAllByRole('link', { name: 'Pricing' })[0]!);
    const heading = await screen.findByRole('heading', { level: 1, name: 'Two plans' });
    await waitFor(() => expect(heading).toHaveFocus());
  });
});
