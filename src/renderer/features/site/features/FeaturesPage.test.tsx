import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { startFakeService } from '../../../testing/fake-service.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { FeaturesPage } from './FeaturesPage.tsx';

const titles = (region: string) =>
  within(screen.getByRole('region', { name: region }))
    .getAllByRole('heading', { level: 3 })
    .map(({ textContent }) => textContent);

it('shows a hero, six features, four uses and the comparison, and says what is to come [SITE-020, SITE-022, SITE-086, SITE-087, SITE-088, SITE-089]', () => {
  startFakeService();
  renderApp(<FeaturesPage />, '/features');
  expect(screen.getByRole('heading', { level: 1, name: 'What Clover does' })).toBeVisible();
  expect(titles('Made of six things')).toEqual([
    'Uncensored',
    'Multi-model access',
    'Private and secure',
    'Custom personas',
    'Workflow integration via API',
    'Advanced retrieval',
  ]);
  expect(screen.getByRole('heading', { name: 'Advanced retrieval' }).parentElement).toHaveTextContent(
    'Coming soon',
  );
  expect(titles('What people use it for')).toEqual([
    'Creative content',
    'Business intelligence',
    'Research and analysis',
    'Software development',
  ]);
  const [comparison] = screen.getAllByRole('region', { name: 'Clover and other chats' });
  expect(within(comparison!).getAllByRole('row')).toHaveLength(6);
});
