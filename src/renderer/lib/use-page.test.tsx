import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Page } from '../components/Page.tsx';
import { startFakeService } from '../testing/fake-service.ts';
import { renderApp } from '../testing/render-app.tsx';

it('shows a page whose hash is invalid', async () => {
  startFakeService();
  renderApp(<Page title="Privacy" />, '/privacy#%');
  expect(await screen.findByRole('heading', { level: 1, name: 'Privacy' })).toBeVisible();
});
