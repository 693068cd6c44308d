import { screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { gardenChat } from '../testing/garden-chat.ts';
import { openChat } from '../testing/open-chat.tsx';

/** A model with unknown context length has 8,192 tokens, of which 1,000 are reserved for the reply. */
const tokens = (count: number) => 'x'.repeat(count * 4);
const mark = "This chat is too long for Some Model: the messages above aren't sent.";

it('shows nothing while less than half of the context is used', async () => {
  openChat(...gardenChat({}, tokens(3000)));
  await screen.findByRole('article', { name: 'Some Model' });
  expect(screen.queryByText(/limit used$/)).toBeNull();
  expect(screen.queryByText(mark)).toBeNull();
});

it('shows how full the context is once half of it is used, including the text in the input', async () => {
  const { user, input } = openChat(...gardenChat({}, tokens(4000)));
  expect(await screen.findByText("About 56% of the model's limit used")).toHaveAttribute(
    'title',
    'About 4,002 of 7,192 tokens. The rest is reserved for the reply.',
  );
  await user.click(await input());
  await user.paste(tokens(1000));
  expect(await screen.findByText("About 70% of the model's limit used")).toBeVisible();
  expect(screen.queryByText(mark)).toBeNull();
});

it('marks the first message that still fits, and copies the messages from there to a new chat', async () => {
  const [address, prepare] = gardenChat({ content: tokens(3000) }, tokens(5000));
  const { user, service, address: here } = openChat(address, prepare);
  const log = within(await screen.findByRole('log'));
  const note = await log.findByRole('note');
  expect(note).toHaveTextContent(mark);
  // The mark is above the reply, which is the first message that fits.
  const [question, reply] = log.getAllByRole('article');
  expect(question!.compareDocumentPosition(note)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(note.compareDocumentPosition(reply!)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  const [shown] = screen.getAllByText("Limit reached: the oldest messages aren't sent");
  expect(shown).toBeVisible();
  await user.click(within(note).getByRole('button', { name: 'New chat from here' }));
  await vi.waitFor(() => expect(here()).not.toBe(address));
  expect(service.to('/rest/v1/rpc/fork_chat')[0]?.body).toMatchObject({ message: 'reply', since: 'reply' });
});
