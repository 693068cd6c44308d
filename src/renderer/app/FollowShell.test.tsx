import { act, waitFor } from '@testing-library/react';
import { describe, expect, it, onTestFinished } from 'vitest';
import { setColorScheme } from '../lib/color-scheme.ts';
import { setChosenLanguage } from '../lib/language.ts';
import { createFakeShell } from '../platform/testing/fake-shell.ts';
import { renderApp } from '../testing/render-app.tsx';
import { FollowShell } from './FollowShell.tsx';

const chat = '/chat?id=3f2504e0-4f89-41d3-9a0c-0305e82c3301';

describe('the page in the desktop app', () => {
  it('opens the target of the link that started the app, once', async () => {
    const shell = createFakeShell({ waiting: { path: chat } });
    const { address } = renderApp(<FollowShell shell={shell} />, '/chat');
    await waitFor(() => expect(address()).toBe(chat));
    expect(await shell.takeDestination()).toBeNull();
  });

  it('opens the target of a later link, even at the end of a sign-in', async () => {
    const shell = createFakeShell();
    const { address } = renderApp(<FollowShell shell={shell} />, '/account');
    act(() => shell.openDestination({ path: chat }));
    await waitFor(() => expect(address()).toBe(chat));
    act(() => shell.openDestination({ path: '/auth/callback?code=abc-1' }));
    await waitFor(() => expect(address()).toBe('/auth/callback?code=abc-1'));
  });

  it('does not navigate without a destination, and stops listening when it unmounts', async () => {
    const shell = createFakeShell();
    const { address, unmount } = renderApp(<FollowShell shell={shell} />, '/account');
    act(() => shell.sendCommand({ kind: 'link' }));
    await act(async () => {});
    expect(address()).toBe('/account');
    unmount();
    expect(shell.listenerCount()).toBe(0);
  });

  it('opens the chat for its menu bar entries, from any other page', async () => {
    const shell = createFakeShell();
    const { address } = renderApp(<FollowShell shell={shell} />, '/account');
    act(() => shell.sendCommand({ kind: 'press', command: 'rename' }));
    expect(address()).toBe('/account');
    act(() => shell.sendCommand({ kind: 'press', command: 'newChat' }));
    await waitFor(() => expect(address()).toBe('/chat'));
  });

  it('opens the chats for a message from a notification, but leaves the history open', async () => {
    const shell = createFakeShell();
    const { address } = renderApp(<FollowShell shell={shell} />, '/history');
    const userId = '6f1c3a52-5d0e-4a39-9a77-0e6f2f1f3c11';
    const message = { userId, chatId: '3f2504e0-4f89-41d3-9a0c-0305e82c3301', text: 'And in winter?' };
    act(() => shell.typeMessage(message));
    expect(address()).toBe('/history');
    act(() => shell.openDestination({ path: '/account' }));
    await waitFor(() => expect(address()).toBe('/account'));
    act(() => shell.typeMessage(message));
    await waitFor(() => expect(address()).toBe('/chat'));
  });

  it('passes the color scheme to the app, immediately and when it changes', () => {
    const shell = createFakeShell();
    renderApp(<FollowShell shell={shell} />, '/chat');
    act(() => setColorScheme('dark'));
    expect(shell.calls.filter(([name]) => name === 'color scheme')).toEqual([
      ['color scheme', 'auto'],
      ['color scheme', 'dark'],
    ]);
  });

  it('passes the chosen language to the app, immediately and when it changes', async () => {
    const shell = createFakeShell();
    renderApp(<FollowShell shell={shell} />, '/chat');
    onTestFinished(() => setChosenLanguage('en'));
    act(() => setChosenLanguage('ja'));
    await waitFor(() => expect(shell.calls.at(-1)).toEqual(['language', 'ja']));
    expect(shell.calls).toContainEqual(['language', 'en']);
  });

  it('leaves menu bar entries to an open chat', () => {
    const shell = createFakeShell();
    const { address } = renderApp(<FollowShell shell={shell} />, chat);
    act(() => shell.sendCommand({ kind: 'press', command: 'newChat' }));
    expect(address()).toBe(chat);
  });
});
