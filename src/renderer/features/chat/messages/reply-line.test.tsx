import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { openChat } from '../testing/open-chat.tsx';
import { gardenChat } from '../testing/garden-chat.ts';
import { clockOf } from './clock.ts';

it('says who answered and when, and opens the details', async () => {
  const { user } = openChat(...gardenChat({ model_id: 'some/model', vendor_id: 'openai' }));
  const reply = within(await screen.findByRole('article', { name: 'Some Model' }));
  expect(reply.getByText('1 min read')).toBeVisible();
  expect(reply.getByTitle(/2026/)).toHaveAttribute('datetime', '2026-11-20T10:00:00Z');
  await user.click(reply.getByRole('button', { name: 'Some Model' }));
  const details = await screen.findByRole('dialog', { name: 'Reply details' });
  expect(details).toHaveTextContent('ModelSome Model (some/model)');
  expect(details).toHaveTextContent('Provideropenai');
  await user.keyboard('{Escape}');
  expect(reply.getByRole('button', { name: 'Some Model' })).toHaveFocus();
});

it('shows the time of today, otherwise the day', () => {
  const now = new Date(2026, 10, 20, 18, 0);
  const at = (year: number, month: number, day: number) => new Date(year, month, day, 14, 5).toISOString();
  expect(clockOf(at(2026, 10, 20), now)).toMatch(/^\S*2:05\sPM$|^14:05$/);
  expect(clockOf(at(2026, 2, 1), now)).toContain('Mar');
  expect(clockOf(at(2025, 2, 1), now)).toContain('2025');
});
