import { act, renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { getReplyDisplay, setReplyDisplay, useReplyDisplay } from './reply-display.ts';

it('streams replies until the person chooses otherwise', () => {
  expect(getReplyDisplay('ada')).toBe('stream');
  localStorage.setItem('clover-reply-display:ada', 'nonsense');
  expect(getReplyDisplay('ada')).toBe('stream');
});

it('keeps the choice for its person alone, and screens follow it', () => {
  const { result } = renderHook(() => useReplyDisplay('ada'));
  act(() => setReplyDisplay('ada', 'typewriter'));
  expect(result.current).toBe('typewriter');
  expect(getReplyDisplay('grace')).toBe('stream');
});
