import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { startFakeService } from '../testing/fake-service.ts';
import { renderApp } from '../testing/render-app.tsx';
import { AppRoutes } from './AppRoutes.tsx';

describe('the routes', () => {
  it.each([
    ['/', 'The private AI chat you can check', 'Private AI chat · Clover'],
    ['/features', 'What Clover does', 'What Clover does · Clover'],
    ['/pricing', 'Two plans', 'Two plans · Clover'],
    ['/privacy', 'Where your words go', 'Where your words go · Clover'],
    ['/docs', 'Documentation', 'Documentation · Clover'],
    ['/docs/api', 'Private Inference API', 'Private Inference API · Clover'],
    ['/signin', 'Sign in', 'Sign in · Clover'],
    ['/signup', 'Create your account', 'Create your account · Clover'],
    ['/reset-password', 'Reset your password', 'Reset your password · Clover'],
    ['/no/such/page', 'There is nothing here', 'There is nothing here · Clover'],
  ])(
    'open %s to a visitor without a redirect [SITE-003, SITE-021, SITE-022, SITE-023]',
    async (path, heading, title) => {
      startFakeService();
      const { address } = renderApp(<AppRoutes />, path);
      expect(await screen.findByRole('heading', { level: 1, name: heading })).toBeVisible();
      await waitFor(() => expect(document.title).toBe(title));
      expect(address()).toBe(path);
    },
  );

  it('ask nothing of the service on the landing page [SITE-083]', async () => {
    const service = startFakeService();
    renderApp(<AppRoutes />);
    await screen.findByRole('heading', { level: 1 });
    expect(service.asked).toEqual([]);
  });

  it('move the focus to the heading of the page one goes to, and skip past the header', async () => {
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
