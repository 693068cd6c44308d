import { useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { PageCommand } from '../../shared/ipc/commands.ts';
import { getColorScheme, onColorScheme } from '../lib/color-scheme.ts';
import { isChatPage, paths } from '../lib/paths.ts';
import type { Shell } from '../platform/shell.ts';

/** Shortcuts that open the chat from any other page. */
const leadToChat: ReadonlySet<PageCommand> = new Set(['newChat', 'focusInput']);

/** Navigates where the desktop app asks: links from outside, menu bar entries, notifications. */
export function FollowShell({ shell }: { readonly shell: Shell }) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const take = useEffectEvent(async () => {
    const destination = await shell.takeDestination();
    if (!destination) return;
    await navigate(destination.path);
  });
  const press = useEffectEvent((command: PageCommand) => {
    // The chat page handles the shortcuts itself.
    if (!isChatPage(pathname) && leadToChat.has(command)) void navigate(paths.chat);
  });
  useEffect(() => {
    // If this fails, main keeps the destination until it announces the next one.
    const follow = () => void take().catch(() => undefined);
    const undo = shell.onCommand((command) => {
      if (command.kind === 'link') follow();
      else press(command.command);
    });
    // The app may have been started by a link.
    follow();
    return undo;
  }, [shell]);
  useEffect(() => {
    shell.setColorScheme(getColorScheme());
    return onColorScheme(shell.setColorScheme);
  }, [shell]);
  return null;
}
