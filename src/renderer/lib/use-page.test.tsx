import { screen } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { Page } from '../components/Page.tsx';
import { startFakeService } from '../testing/fake-service.ts';
import { renderApp } from '../testing/render-app.tsx';

it('scrolls to the anchor in the URL, but not on a prerendered page, which the browser has scrolled', async () => {
  startFakeService();
  const scroll = vi.spyOn(Element.prototype, 'scrollIntoView').mockReturnValue();
  const root = document.createElement('div');
  root.id = 'root';
  root.dataset['page'] = '/privacy';
  document.body.append(root);
  onTestFinished(() => root.remove());
  const { unmount } = renderApp(
    <Page title="Privacy">
      <p id="leaves" />
    </Page>,
    '/privacy#leaves',
  );
  expect(await screen.findByRole('heading', { level: 1 })).toBeVisible();
  expect(scroll).not.toHaveBeenCalled();
  unmount();
  // Only the first page of the app is prerendered.
  renderApp(
    <Page title="Privacy">
      <p id="leaves" />
    </Page>,
    '/privacy#leaves',
  );
  expect(await screen.findByRole('heading', { level: 1 })).toBeVisible();
  expect(scroll).toHaveBeenCalledTimes(1);
});

it('shows a page whose hash is invalid', async () => {
  startFakeService();
  renderApp(<Page title="Privacy" />, '/privacy#%');
  expect(await screen.findByRole('heading', { level: 1, name: 'Privacy' })).toBeVisible();
});
