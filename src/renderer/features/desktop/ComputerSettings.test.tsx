import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
// Loaded first, so that a slow machine does not fail a test.
import '../../components/Questions.tsx';
import { sessionKey, storageKeys } from '../../lib/storage.ts';
import { platform } from '../../platform/index.ts';
import { createFakeShell } from '../../platform/testing/fake-shell.ts';
import { startFakeService } from '../../testing/fake-service.ts';
import { renderApp, storeSession } from '../../testing/render-app.tsx';
import { ComputerSettings } from './ComputerSettings.tsx';

type Given = Parameters<typeof createFakeShell>[0];

async function open(given: Given = {}) {
  const shell = createFakeShell(given);
  const app = renderApp(<ComputerSettings shell={shell} />, '/account');
  await screen.findByRole('checkbox', { name: /Keep running/ });
  return { shell, ...app };
}

beforeEach(() => {
  startFakeService();
});

describe('the settings of this computer', () => {
  it('take effect immediately', async () => {
    const { shell, user } = await open();
    const tray = screen.getByRole('checkbox', { name: /Keep running when the window is closed/ });
    await user.click(tray);
    await waitFor(() => expect(tray).toBeChecked());
    await user.click(screen.getByRole('checkbox', { name: /Notify me when a reply arrives/ }));
    await user.click(screen.getByRole('checkbox', { name: /when I sign in to this computer/ }));
    expect(shell.calls).toEqual([
      ['change', { closeToTray: true }],
      ['change', { notifyReplies: false }],
      ['change', { startAtLogin: true }],
    ]);
  });

  it('show why a change failed, and the current value', async () => {
    const { user } = await open({
      refusal: 'This desktop has no tray: a closed window could not be found again.',
    });
    await user.click(screen.getByRole('checkbox', { name: /Keep running/ }));
    expect(await screen.findByRole('alert')).toHaveTextContent('This desktop has no tray');
    expect(screen.getByRole('checkbox', { name: /Keep running/ })).not.toBeChecked();
  });

  it("do not offer what an app that isn't installed cannot do", async () => {
    await open({ computer: { canStartAtLogin: false } });
    expect(screen.getByRole('checkbox', { name: /when I sign in/ })).toBeDisabled();
    expect(screen.getByText('Only works in an installed app.')).toBeVisible();
  });

  it('offer daily checks for updates only if this copy updates itself', async () => {
    const { shell, user, unmount } = await open();
    const updates = screen.getByRole('checkbox', { name: 'Check for updates once a day' });
    await user.click(updates);
    await waitFor(() => expect(updates).toBeChecked());
    expect(shell.calls).toEqual([['change', { checkForUpdates: true }]]);
    unmount();
    await open({ computer: { hasUpdates: false } });
    expect(screen.queryByRole('checkbox', { name: /updates/ })).toBeNull();
  });

  it('offer starting without a window only if the app runs in the tray', async () => {
    const { shell, user } = await open({ computer: { closeToTray: true } });
    const hidden = screen.getByRole('checkbox', { name: 'Start in the tray, without a window' });
    expect(hidden).toBeChecked();
    await user.click(hidden);
    await user.click(screen.getByRole('checkbox', { name: /Keep running/ }));
    await waitFor(() => expect(hidden).toBeDisabled());
    expect(screen.getByText('Only works if the app keeps running in the tray.')).toBeVisible();
    expect(shell.calls).toEqual([
      ['change', { startHidden: false }],
      ['change', { closeToTray: false }],
    ]);
  });

  it('add and remove spell check languages by name', async () => {
    const { shell, user, unmount } = await open();
    expect(screen.getByText("Spelling isn't checked.")).toBeVisible();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Add a language' }), 'British English');
    await screen.findByRole('button', { name: 'Remove British English' });
    await user.selectOptions(screen.getByRole('combobox', { name: 'Add a language' }), 'German');
    await screen.findByRole('button', { name: 'Remove German' });
    await user.click(screen.getByRole('button', { name: 'Remove British English' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Remove British English' })).toBeNull());
    expect(screen.getByRole('heading', { name: 'Spelling' })).toHaveFocus();
    expect(shell.calls).toEqual([
      ['change', { spellingLanguages: ['en-GB'] }],
      ['change', { spellingLanguages: ['en-GB', 'de'] }],
      ['change', { spellingLanguages: ['de'] }],
    ]);
    unmount();
    await open({ computer: { spellingOffered: [] } });
    expect(screen.queryByText('Spelling')).toBeNull();
  });

  it('record, refuse and remove the quick-ask shortcut', async () => {
    const { shell, user } = await open();
    await user.click(screen.getByRole('button', { name: 'Choose shortcut' }));
    expect(screen.getByRole('status')).toHaveTextContent('Press the keys now, or Esc to cancel.');
    await user.keyboard('q');
    expect(screen.getByRole('status')).toHaveTextContent('Use Ctrl, Alt or Cmd');
    await user.keyboard('{Escape}');
    expect(screen.getByRole('status')).toBeEmptyDOMElement();
    await user.keyboard('{Enter}{Control>}{Shift>}[Space]{/Shift}{/Control}');
    expect(shell.calls).toEqual([['change', { quickAskKeys: 'Control+Shift+Space' }]]);
    await user.click(await screen.findByRole('button', { name: 'Remove' }));
    expect(shell.calls.at(-1)).toEqual(['change', { quickAskKeys: null }]);
    expect(await screen.findByText('No shortcut')).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Quick ask' })).toHaveFocus();
  });
});

describe('the service', () => {
  const several = {
    address: 'https://chat.example.org',
    isFixed: false,
    hasLocalChats: false,
    remembered: [
      { address: 'https://chat.example.org', identity: 'https://data.example.org' },
      { address: 'https://team.example.org', identity: 'https://team.example.org' },
    ],
  };
  const connect = async (user: Awaited<ReturnType<typeof open>>['user'], address = 'chat.example.org') => {
    await user.type(screen.getByRole('textbox', { name: 'URL of another service' }), address);
    await user.click(screen.getByRole('button', { name: 'Connect' }));
  };

  it('is changed after a confirmation, and the current session is kept [DESK-007]', async () => {
    storeSession();
    const { shell, user } = await open();
    await connect(user);
    await user.click(await screen.findByRole('button', { name: 'Restart' }));
    await waitFor(() =>
      expect(shell.calls).toEqual([
        ['check', 'chat.example.org'],
        ['use', 'https://chat.example.org'],
      ]),
    );
    expect(localStorage.getItem(storageKeys.session)).not.toBeNull();
  });

  it('stays the same after Cancel, which returns the focus', async () => {
    const { shell, user } = await open();
    await connect(user);
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect(shell.calls).toEqual([['check', 'chat.example.org']]);
    await waitFor(() => expect(screen.getByRole('button', { name: 'Connect' })).toHaveFocus());
  });

  it('is refused with the reason at the URL', async () => {
    const { user } = await open({ refusal: 'chat.example.org is not a Clover service.' });
    await connect(user);
    expect(await screen.findByText('chat.example.org is not a Clover service.')).toBeVisible();
    expect(screen.getByRole('textbox', { name: 'URL of another service' })).toBeInvalid();
  });

  it('can be the embedded one or a previous one, unless an administrator set it', async () => {
    const { shell, user, unmount } = await open({ computer: { service: several } });
    expect(screen.getByText('At https://chat.example.org.')).toBeVisible();
    expect(within(screen.getByRole('list', { name: 'Services' })).getAllByRole('listitem')).toHaveLength(3);
    expect(screen.queryByRole('button', { name: 'Forget https://chat.example.org' })).toBeNull();
    for (const name of ['This computer', 'https://team.example.org']) {
      // oxlint-disable-next-line no-await-in-loop -- step by step, like a user
      await user.click(screen.getByRole('button', { name: `Use ${name}` }));
      // oxlint-disable-next-line no-await-in-loop
      await user.click(await screen.findByRole('button', { name: 'Restart' }));
    }
    await waitFor(() =>
      expect(shell.calls).toEqual([
        ['use', null],
        ['use', 'https://team.example.org'],
      ]),
    );
    unmount();

    await open({ computer: { service: { ...several, isFixed: true } } });
    expect(screen.getByText('Set by the administrator of this computer.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Connect' })).toBeNull();
    expect(screen.queryByRole('list', { name: 'Services' })).toBeNull();
  });

  it('loses its session when the user forgets it', async () => {
    const [inUse, other] = several.remembered.map(({ identity }) => sessionKey(identity));
    localStorage.setItem(inUse!, 'mine');
    localStorage.setItem(other!, 'old');
    localStorage.setItem(`${other}-code-verifier`, 'old');
    const { shell, user } = await open({ computer: { service: several } });
    await user.click(screen.getByRole('button', { name: 'Forget https://team.example.org' }));
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect(shell.calls).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Forget https://team.example.org' }));
    await user.click(await screen.findByRole('button', { name: 'Forget' }));
    await waitFor(() => expect(screen.queryByText('https://team.example.org')).toBeNull());
    expect(shell.calls).toEqual([['forget', 'https://team.example.org']]);
    expect(screen.getByRole('heading', { name: 'Where your chats are stored' })).toHaveFocus();
    expect(localStorage.getItem(inUse!)).toBe('mine');
    expect(localStorage.getItem(other!)).toBeNull();
    expect(localStorage.getItem(`${other}-code-verifier`)).toBeNull();
  });
});

it('shows the complete problem report before it is copied or saved', async () => {
  const { user } = await open();
  await user.click(screen.getByRole('button', { name: 'Show the report' }));
  const report = await screen.findByRole('textbox', { name: 'Report' });
  expect(report).toHaveValue('Clover 1.2.3\n{"event":"app.started"}\n');
  await user.click(screen.getByRole('button', { name: 'Copy' }));
  expect(await screen.findByText('Report copied to clipboard')).toBeVisible();
  expect(await navigator.clipboard.readText()).toContain('app.started');
  const save = vi.spyOn(platform, 'saveFile').mockResolvedValue('clover-report.txt');
  await user.click(screen.getByRole('button', { name: 'Save…' }));
  const [name, content] = save.mock.lastCall ?? [];
  expect([name, await content?.text()]).toEqual([
    'clover-report.txt',
    expect.stringContaining('app.started'),
  ]);
});
