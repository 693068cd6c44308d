import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { openQuestion } from '../../../lib/confirmation.ts';
import { openChat } from '../testing/open-chat.tsx';
import { gardenChat } from '../testing/garden-chat.ts';

const [address] = gardenChat();

const withReply = (change: { content?: string; status?: string } = {}) => gardenChat(change)[1];
const button = (name: string) => screen.findByRole('button', { name });
const menuItem = (name: string) => screen.findByRole('menuitem', { name });

describe('a reply', () => {
  it('is copied with a toast [CHAT-097]', async () => {
    const { user } = openChat(address, withReply());
    const reply = within(await screen.findByRole('article', { name: 'Some Model' }));
    await user.click(reply.getByRole('button', { name: 'Copy message' }));
    expect(await screen.findByText('Copied!')).toBeVisible();
    expect(await screen.findByText('Message copied to clipboard')).toBeVisible();
    expect(await navigator.clipboard.readText()).toBe('Clover.');
  });

  it('gets another version with a switcher, and is still shown after a reload', async () => {
    const { user, completion, service } = openChat(address, withReply());
    await user.click(await button('Regenerate'));
    const { request, end } = await completion();
    expect(request.messages.map(({ role, content }) => [role, content])).toEqual([
      ['system', 'Be helpful.'],
      ['user', 'What grows?'],
    ]);
    expect(request.messageId).not.toBe('question');
    // The focused button disappeared with the reply.
    expect(screen.getByRole('log')).toHaveFocus();
    act(() => end('Thyme.'));
    expect(await screen.findByRole('group', { name: 'Version 2 of 2' })).toBeVisible();
    const log = within(screen.getByRole('log'));
    expect(log.queryByText('Clover.')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Previous version' }));
    expect(await log.findByText('Clover.')).toBeVisible();
    expect(log.queryByText('Thyme.')).toBeNull();
    // The focus stays on the switcher, although the message has changed.
    expect(screen.getByRole('button', { name: 'Previous version' })).toHaveFocus();
    expect(service.to('/rest/v1/rpc/show_version').map(({ body }) => body)).toEqual([{ message: 'reply' }]);
    await user.click(screen.getByRole('button', { name: 'Next version' }));
    expect(await log.findByText('Thyme.')).toBeVisible();
  });

  it('is regenerated with another model', async () => {
    const { user, completion } = openChat(address, withReply());
    await user.click(
      within(await screen.findByRole('article', { name: 'Some Model' })).getByRole('button', {
        name: 'More',
      }),
    );
    await user.click(await menuItem('Regenerate with…'));
    await user.click(await menuItem('Other Model'));
    expect((await completion()).request.model).toBe('other/model');
  });

  it('can be continued if it was cut', async () => {
    const { user, completion, service } = openChat(
      address,
      withReply({ content: 'Clover and', status: 'length' }),
    );
    await user.click(await button('Continue'));
    expect(screen.getByRole('log')).toHaveFocus();
    const { request, end } = await completion();
    expect(request.messages.at(-2)).toEqual({ role: 'assistant', content: 'Clover and' });
    expect(request.messages.at(-1)?.role).toBe('user');
    act(() => end(' thyme.'));
    expect(await screen.findByText('Clover and thyme.')).toBeVisible();
    await waitFor(() =>
      expect(service.messages.at(-1)).toMatchObject({ content: 'Clover and thyme.', parent_id: 'question' }),
    );
    expect(screen.queryByRole('button', { name: 'Continue' })).toBeNull();
  });

  it('is read aloud for Professional only [CHAT-104, CHAT-105, ROLE-010]', async () => {
    const speak = vi.fn<(utterance: { text: string; onend?: () => void }) => void>();
    const cancel = vi.fn<() => void>();
    let voices = [{ name: 'Leaf', lang: navigator.language, localService: true, voiceURI: 'leaf' }];
    vi.stubGlobal('speechSynthesis', { speak, cancel, getVoices: () => voices });
    vi.stubGlobal(
      'SpeechSynthesisUtterance',
      class {
        readonly text: string;
        constructor(text: string) {
          this.text = text;
        }
      },
    );
    const { user, unmount } = openChat(address, withReply());
    await user.click(await button('Read aloud'));
    expect(
      await screen.findByText('Clover Voice is a Pro feature. Upgrade to Clover Pro to listen to responses.'),
    ).toBeVisible();
    expect(speak).not.toHaveBeenCalled();
    unmount();
    const again = openChat(address, (service) => {
      withReply({ content: 'One leaf. Two leaves. Three leaves.' })(service);
      service.changeAccess({ plan: 'professional' });
    });
    // The page stores the plan once it is loaded.
    await waitFor(() => expect(localStorage.getItem('isProfessional')).toBe('true'));
    await again.user.click(await button('Read aloud'));
    const spoken = () => speak.mock.calls.map(([{ text }]) => text);
    const endSentence = () => act(() => speak.mock.lastCall?.[0].onend?.());
    expect(await screen.findByText('Sentence 1 of 3')).toBeVisible();
    endSentence();
    await again.user.click(await button('Pause'));
    const before = cancel.mock.calls.length;
    // The canceled sentence must not start the next one.
    endSentence();
    await again.user.click(await button('Resume'));
    expect([spoken(), cancel.mock.calls.length > before]).toEqual([
      ['One leaf.', 'Two leaves.', 'Two leaves.'],
      true,
    ]);
    await again.user.click(await button('Previous sentence'));
    await again.user.selectOptions(screen.getByRole('combobox', { name: 'Speed' }), '1.5×');
    expect(speak.mock.lastCall?.[0]).toMatchObject({ text: 'One leaf.', rate: 1.5 });
    expect(localStorage.getItem('clover-speech-rate')).toBe('1.5');
    await again.user.click(await button('Stop reading'));
    expect(screen.queryByRole('region', { name: 'Reading aloud' })).toBeNull();
    expect(spoken().at(-1)).toBe('One leaf.');

    // Starts at the selected sentence, and ends by itself.
    const { firstChild: words } = await screen.findByText('One leaf. Two leaves. Three leaves.');
    document.getSelection()?.setBaseAndExtent(words!, 22, words!, 27);
    await again.user.click(await button('Read aloud'));
    await screen.findByText('Sentence 3 of 3');
    expect(spoken().at(-1)).toBe('Three leaves.');
    (await button('Pause')).focus();
    endSentence();
    expect(await button('Read aloud')).toBeVisible();
    expect(screen.getByRole('log')).toHaveFocus();
    document.getSelection()?.empty();

    // A voice that sends the text elsewhere is used only if the user agrees.
    voices = [{ ...voices[0]!, name: 'Cloud', localService: false }];
    const count = speak.mock.calls.length;
    await again.user.click(await button('Read aloud'));
    expect(await screen.findByText(/"Cloud" is an online voice/)).toBeVisible();
    expect(speak).toHaveBeenCalledTimes(count);
    await again.user.click(await button('Use this voice'));
    expect(spoken().at(-1)).toBe('One leaf.');
    const canceled = cancel.mock.calls.length;
    again.unmount();
    expect(cancel.mock.calls.length).toBeGreaterThan(canceled);
  });

  it('can be copied to a new chat, together with everything before it', async () => {
    const { user, service, address: here } = openChat(address, withReply());
    const reply = within(await screen.findByRole('article', { name: 'Some Model' }));
    await user.click(reply.getByRole('button', { name: 'More' }));
    await user.click(await menuItem('Branch in new chat'));
    await waitFor(() => expect(here()).not.toBe(address));
    expect(service.to('/rest/v1/rpc/fork_chat')[0]?.body).toMatchObject({ message: 'reply' });
    expect(here()).toBe(`/chat?id=${service.chats.at(-1)?.id}`);
    expect(await within(await screen.findByRole('log')).findByText('Clover.')).toBeVisible();
    await waitFor(() => expect(service.chats.at(-1)?.title).toBe('Garden plans (2)'));
    expect(await screen.findByRole('heading', { level: 1, name: 'Garden plans (2)' })).toBeVisible();
    expect(screen.queryByText('Success')).toBeNull();
  });

  it('is deleted only after a confirmation', async () => {
    const { user, service } = openChat(address, withReply());
    const reply = within(await screen.findByRole('article', { name: 'Some Model' }));
    const remove = async (isAgreed: boolean) => {
      await user.click(reply.getByRole('button', { name: 'More' }));
      await user.click(await menuItem('Delete'));
      await waitFor(() => expect(openQuestion()?.question.title).toBe('Delete this message?'));
      act(() => openQuestion()?.answer(isAgreed));
    };
    await remove(false);
    expect(service.messages).toHaveLength(2);
    await remove(true);
    await waitFor(() => expect(screen.queryByText('Clover.')).toBeNull());
    await waitFor(() => expect(service.messages.map(({ id }) => id)).toEqual(['question']));
    await waitFor(() => expect(screen.getByRole('log')).toHaveFocus());
  });

  it('shows no reading time if it is an image', async () => {
    openChat(address, withReply({ content: '![A fox](/functions/v1/images/x)' }));
    await screen.findByRole('article', { name: 'Some Model' });
    expect(screen.queryByText(/min read/)).toBeNull();
  });
});

describe('a message by the user', () => {
  it('is edited and sent again as another version', async () => {
    const { user, input, completion, service } = openChat(address, withReply());
    await user.click(await button('Edit message'));
    const field = await screen.findByRole('textbox', { name: 'Edit your message' });
    expect(field).toHaveFocus();
    await user.clear(field);
    await user.type(field, 'What grows in May?{Enter}');
    expect(await input()).toHaveFocus();
    const { request, end } = await completion();
    expect(request.messages.map(({ content }) => content)).toEqual(['Be helpful.', 'What grows in May?']);
    act(() => end('Peas.'));
    const log = within(screen.getByRole('log'));
    expect(await log.findByText('Peas.')).toBeVisible();
    expect(log.queryByText('Clover.')).toBeNull();
    expect(await screen.findByRole('group', { name: 'Version 2 of 2' })).toBeVisible();
    expect(service.messages.map(({ content }) => content)).toEqual([
      'What grows?',
      'Clover.',
      'What grows in May?',
      'Peas.',
    ]);
  });

  it('is unchanged after Escape, which returns the focus', async () => {
    const { user, service } = openChat(address, withReply());
    await user.click(await button('Edit message'));
    await user.keyboard(' and more{Escape}');
    expect(await button('Edit message')).toHaveFocus();
    expect(screen.getByText('What grows?')).toBeVisible();
    expect(service.messages).toHaveLength(2);
  });

  it('stays open with its text when the language changes', async () => {
    const { user } = openChat(address, withReply());
    await user.click(await button('Edit message'));
    await user.keyboard(' In May?');
    document.documentElement.lang = 'de';
    cleanup();
    openChat(address, withReply());
    const field = await screen.findByRole('textbox', { name: 'Edit your message' });
    expect(field).toHaveValue('What grows? In May?');
    await user.type(field, '{Escape}');
    expect(await button('Edit message')).toBeVisible();
    document.documentElement.lang = 'en';
  });

  it('returns to the draft if the edited version is refused [ROLE-020]', async () => {
    const { user, input } = openChat(address, (service) => {
      withReply()(service);
      service.refuseMessages('Enough for today.');
    });
    await user.click(await button('Edit message'));
    await user.keyboard(' In May?{Enter}');
    expect(await screen.findByText('Enough for today.')).toBeVisible();
    expect(await input()).toHaveValue('What grows? In May?');
    expect(within(screen.getByRole('log')).getByText('Clover.')).toBeVisible();
  });
});
