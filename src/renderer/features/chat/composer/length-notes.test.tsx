import { readFileSync } from 'node:fs';
import { fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { openChat } from '../testing/open-chat.tsx';

async function write(length: number): Promise<void> {
  const field = await screen.findByRole('textbox', { name: 'Message' });
  fireEvent.change(field, { target: { value: 'a'.repeat(length) } });
}

it('a counter shows above 20 characters, in another color above 1000 and again above 2000 [CHAT-074]', async () => {
  openChat();
  const counter = () => screen.queryByText(/^[0-9]+$/, { selector: '[data-tone]' });
  const seen: unknown[] = [];
  for (const length of [20, 21, 1_000, 1_001, 2_000, 2_001]) {
    await write(length);
    seen.push([counter()?.textContent, counter()?.dataset['tone']]);
  }
  expect(seen).toEqual([
    [undefined, undefined],
    ['21', 'calm'],
    ['1000', 'calm'],
    ['1001', 'long'],
    ['2000', 'long'],
    ['2001', 'very-long'],
  ]);
  const css = readFileSync('src/renderer/features/chat/composer/Composer.module.css', 'utf8');
  const color = (tone: string) =>
    new RegExp(`\\.counter\\[data-tone='${tone}'\\] \\{[^}]*color: var\\((--[a-z]+)\\)`).exec(css)?.[1];
  expect([color('calm'), color('long'), color('very-long')]).toEqual([undefined, '--warning', '--danger']);
});

it('a warning shows above 1500 characters [CHAT-075]', async () => {
  openChat();
  const warning = () => screen.queryByText('Very long message - consider breaking into parts');
  await write(1_500);
  expect(warning()).toBeNull();
  await write(1_501);
  expect(warning()).toBeVisible();
});
