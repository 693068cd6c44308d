import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { getReplyDisplay } from '../../../lib/reply-display.ts';
import { ChatSection } from './ChatSection.tsx';

it('offers stream, typewriter and instant, saves the choice and explains it [CHAT-052]', async () => {
  const user = userEvent.setup();
  render(<ChatSection userId="ada" />);
  const group = screen.getByRole('group', { name: 'Reply display' });
  expect(
    within(group)
      .getAllByRole('radio')
      .map((radio) => radio.parentElement?.textContent),
  ).toEqual(['Stream', 'Typewriter', 'Instant']);
  expect(screen.getByRole('radio', { name: 'Stream' })).toBeChecked();
  await user.click(screen.getByRole('radio', { name: 'Typewriter' }));
  expect(getReplyDisplay('ada')).toBe('typewriter');
  expect(group).toHaveAccessibleDescription(/typed out character by character/);
  await user.keyboard('{ArrowRight}');
  expect(getReplyDisplay('ada')).toBe('instant');
});
