import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { expect, it, vi } from 'vitest';
import { renderApp } from '../../../testing/render-app.tsx';
import type { ShownMessage } from '../turn/shown-messages.ts';
import { type MessageActions, MessageActionsContext } from './actions.ts';
import { MessageItem } from './MessageItem.tsx';

const question: ShownMessage = {
  id: 'second',
  role: 'user',
  content: 'What grows?',
  createdAt: '2026-11-20T10:00:00Z',
  status: 'delivered',
  end: 'complete',
  modelId: null,
  vendorId: null,
  unavailableVendor: null,
  thinking: null,
  failure: null,
  versions: ['first', 'second'],
};

it('starts with a heading, so that screen readers can jump between messages', () => {
  const reply = { ...question, role: 'assistant' as const, content: '# Three leaves' };
  renderApp(
    <MessageItem
      message={reply}
      modelName="Some Model"
      vendorName={null}
      isLast
      onRetry={null}
      onUnfold={() => {}}
    />,
  );
  const headings = screen.getAllByRole('heading').map(({ tagName, textContent }) => [tagName, textContent]);
  expect(headings).toEqual([
    ['H2', 'AI Assistant'],
    ['H3', 'Three leaves'],
  ]);
});

it.each([
  ['stopped', 'Stopped'],
  ['interrupted', 'Interrupted: the connection ended before the reply was complete.'],
  ['length', 'The reply reached its length limit.'],
] as const)('says that a reply was %s, and offers Continue for the last reply only', (end, note) => {
  const reply = { ...question, role: 'assistant' as const, content: 'Three leaves', end };
  const shown = (isLast: boolean) => (
    <MessageActionsContext value={{ isBusy: false, personaOf: () => null } as unknown as MessageActions}>
      <MessageItem
        message={reply}
        modelName="Some Model"
        vendorName={null}
        isLast={isLast}
        onRetry={null}
        onUnfold={() => {}}
      />
    </MessageActionsContext>
  );
  const { rerender } = render(shown(true), { wrapper: MemoryRouter });
  expect(screen.getByRole('button', { name: 'Continue' })).toBeEnabled();
  rerender(shown(false));
  expect(screen.getByText(note)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Continue' })).toBeNull();
});

it('switches to the next version after another device has added one', async () => {
  const showVersion = vi.fn<MessageActions['showVersion']>(async () => {});
  const actions = { isBusy: false, showVersion } as unknown as MessageActions;
  const shown = (message: ShownMessage) => (
    <MessageActionsContext value={actions}>
      <MessageItem
        message={message}
        modelName={null}
        vendorName={null}
        isLast
        onRetry={null}
        onUnfold={() => {}}
      />
    </MessageActionsContext>
  );
  const { rerender } = render(shown(question));
  rerender(shown({ ...question, versions: ['other', 'second'] }));
  await userEvent.click(screen.getByRole('button', { name: 'Previous version' }));
  expect(showVersion).toHaveBeenCalledExactlyOnceWith('other');
});

it.each([
  [1, '1 min read'],
  [150, '1 min read'],
  [151, '2 min read'],
])('a reply of %i words is labeled "%s", and its question has no label [CHAT-103]', (count, text) => {
  const content = 'word '.repeat(count);
  const reply = { ...question, id: 'reply', role: 'assistant' as const, content };
  renderApp(
    <>
      <MessageItem
        message={{ ...question, content }}
        modelName={null}
        vendorName={null}
        isLast
        onRetry={null}
        onUnfold={() => {}}
      />
      <MessageItem
        message={reply}
        modelName="Some Model"
        vendorName={null}
        isLast
        onRetry={null}
        onUnfold={() => {}}
      />
    </>,
  );
  expect(screen.getAllByText(/min read$/).map(({ textContent }) => textContent)).toEqual([text]);
  expect(screen.getByRole('article', { name: 'Some Model' })).toHaveTextContent(text);
});
