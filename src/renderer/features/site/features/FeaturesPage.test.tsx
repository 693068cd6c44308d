import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { startFakeService } from '../../../testing/fake-service.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { claims } from '../claims.ts';
import { FeaturesPage } from './FeaturesPage.tsx';

const titles = (region: string) =>
  within(screen.getByRole('region', { name: region }))
    .getAllByRole('heading', { level: 3 })
    .map(({ textContent }) => textContent);

const open = () => {
  startFakeService();
  renderApp(<FeaturesPage />, '/features');
};

it('the features page starts with a hero that links to the chat and the plans [SITE-022, SITE-086]', () => {
  open();
  expect(screen.getByRole('heading', { level: 1, name: 'What Clover does' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Start Chatting' })).toHaveAttribute('href', '/chat');
  expect(screen.getByRole('link', { name: 'Compare plans' })).toHaveAttribute('href', '/pricing');
});

it('the features page shows six features with their claims [SITE-020, SITE-087]', () => {
  open();
  expect(titles('What you get')).toEqual([
    'Uncensored',
    'Multi-model access',
    'Private and secure',
    'Custom personas',
    'Workflow integration via API',
    'Advanced retrieval',
  ]);
  const card = (name: string) => screen.getByRole('heading', { level: 3, name }).parentElement;
  const { manyModels, ownChats, personas, inferenceApi, retrieval } = claims;
  for (const { text, detail } of [manyModels, ownChats, personas, inferenceApi, retrieval]) {
    expect(card(text)).toHaveTextContent(detail);
    expect(card(text)).not.toHaveTextContent('Coming soon');
  }
  expect(card('Uncensored')).toHaveTextContent(claims.uncensored.text);
});

it('the features page shows four use cases [SITE-088]', () => {
  open();
  expect(titles('What people use it for')).toEqual([
    'Creative content',
    'Business intelligence',
    'Research and analysis',
    'Software development',
  ]);
});

it("the features page has the landing page's comparison [SITE-089]", () => {
  open();
  const [comparison] = screen.getAllByRole('region', { name: 'Clover and other chats' });
  const rows = within(comparison!).getAllByRole('row');
  expect(rows[0]).toHaveTextContent('FeatureCloverChatbot AChatbot BChatbot C');
  expect(rows.slice(1).map((row) => row.firstElementChild?.textContent)).toEqual([
    'Unfiltered Content',
    'Model Switching On the Fly',
    'No Account Required',
    'No Prompt Logs or Tracking',
    'Voice/Image/Video Input',
  ]);
  expect(comparison).toHaveTextContent('As configured by the site owner');
});
