import { renderHook } from '@testing-library/react';
import { type ReactNode, useLayoutEffect } from 'react';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { beforeEach, expect, it } from 'vitest';
import { useQuickQuestion } from './use-quick-question.ts';

let sent: string[];
let newChats: number;
const place = { state: undefined as unknown };
beforeEach(() => {
  sent = [];
  newChats = 0;
});

function Place() {
  const { state } = useLocation();
  useLayoutEffect(() => {
    place.state = state;
  }, [state]);
  return null;
}

const open = (given: { readonly isFree: boolean }) =>
  renderHook(
    (screen) =>
      useQuickQuestion({
        chatId: 'one',
        ...screen,
        onNewChat: () => void (newChats += 1),
        onSend: (text) => void sent.push(text),
      }),
    {
      initialProps: given,
      wrapper: ({ children }: { readonly children: ReactNode }) => (
        <MemoryRouter initialEntries={[{ pathname: '/chat', state: { ask: 'How many leaves?' } }]}>
          {children}
          <Place />
        </MemoryRouter>
      ),
    },
  );

it('sends a question from the quick-ask window once and removes it from the history', () => {
  const { rerender } = open({ isFree: true });
  rerender({ isFree: false });
  rerender({ isFree: true });
  expect([sent, newChats, place.state]).toEqual([['How many leaves?'], 0, null]);
});

it('sends the question in a new chat if another chat is open', () => {
  const { rerender } = open({ isFree: false });
  expect([sent, newChats]).toEqual([[], 1]);
  rerender({ isFree: true });
  expect(sent).toEqual(['How many leaves?']);
});
