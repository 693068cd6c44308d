import { useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { PageCommand } from '../../shared/ipc/commands.ts';
import { getColorScheme, onColorScheme } from '../lib/color-scheme.ts';
import { paths } from '../lib/paths.ts';
import type { Shell } from '../platform/shell.ts';

/** Keys of the chat that lead to it from any other page; the rest have nothing to act on there. */
const leadToChat: ReadonlySet<PageCommand> = new Set(['newChat', 'focusInput']);

/** Goes where the desktop app asks: links from outside, entries of the menu bar, clicked notifications, quick questions. */
export function FollowShell({ shell }: { readonly shell: Shell }) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const take = useEffectEvent(async () => {
    const destination = await shell.takeDestination();
    if (!destination) return;
    const { path, ask } = destination;
    await navigate(path, ask === undefined ? undefined : { state: { ask } });
  });
  const press = useEffectEvent((command: PageCommand) => {
    // On its own page the chat listens by itself.
    if (pathname !== paths.chat && leadToChat.has(command)) void navigate(paths.chat);
  });
  useEffect(() => {
    // A destination that could not be asked for stays with main, which tells of the next one.
    const follow = () => void take().catch(() => undefined);
    const undo = shell.onCommand((command) => {
      if (command.kind === 'link') follow();
      else press(command.command);
    });
    // Asked once more at the start: the link may be what has started the app.
    follow();
    return undo;
  }, [shell]);
  useEffect(() => {
    shell.setColorScheme(getColorScheme());
    return onColorScheme(shell.setColorScheme);
  }, [shell]);
  return null;
}
