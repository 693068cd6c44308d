import { act, renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { getReplyDisplay, setReplyDisplay, useReplyDisplay } from './reply-display.ts';

it('streams replies until the user chooses otherwise', () => {
  expect(getReplyDisplay('ada')).toBe('stream');
  localStorage.setItem('clover-reply-display:ada', 'nonsense');
  expect(getReplyDisplay('ada')).toBe('stream');
});

it('saves the choice for this user only, and screens follow it', () => {
  const { result } = renderHook(() => useReplyDisplay('ada'));
  act(() => setReplyDisplay('ada', 'typewriter'));
  expect(result.current).toBe('typewriter');
  expect(getReplyDisplay('grace')).toBe('stream');
});
