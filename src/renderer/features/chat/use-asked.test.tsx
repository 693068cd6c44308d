import { renderHook } from '@testing-library/react';
import { type ReactNode, useLayoutEffect } from 'react';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { beforeEach, expect, it } from 'vitest';
import { useAsked } from './use-asked.ts';

let sent: string[];
let begun: number;
const place = { state: undefined as unknown };
beforeEach(() => {
  sent = [];
  begun = 0;
});

function Place() {
  const { state } = useLocation();
  useLayoutEffect(() => {
    place.state = state;
  }, [state]);
  return null;
}

const open = (given: { readonly isFree: boolean; readonly isReady: boolean }) =>
  renderHook(
    (screen) =>
      useAsked({
        chatId: 'one',
        ...screen,
        onNewChat: () => void (begun += 1),
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

it('a question from the small window is sent once, and is out of the history by then', () => {
  const { rerender } = open({ isFree: true, isReady: true });
  rerender({ isFree: false, isReady: true });
  rerender({ isFree: true, isReady: true });
  expect([sent, begun, place.state]).toEqual([['How many leaves?'], 0, null]);
});

it('a question waits until it is known who answers', () => {
  const { rerender } = open({ isFree: true, isReady: false });
  expect([sent, place.state]).toEqual([[], null]);
  rerender({ isFree: true, isReady: true });
  expect(sent).toEqual(['How many leaves?']);
});

it('a question begins a chat of its own where another one is open', () => {
  const { rerender } = open({ isFree: false, isReady: true });
  expect([sent, begun]).toEqual([[], 1]);
  rerender({ isFree: true, isReady: true });
  expect(sent).toEqual(['How many leaves?']);
});
