import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { Language } from '../../shared/domain/languages.ts';
import type { PageCommand } from '../../shared/ipc/commands.ts';
import { lazyComponent } from '../components/lazy-component.tsx';
import { QuickBar } from '../features/desktop/QuickBar.tsx';
import { getColorScheme, onColorScheme } from '../lib/color-scheme.ts';
import { chosenLanguage, onLanguage } from '../lib/language.ts';
import { isChatPage, paths } from '../lib/paths.ts';
import type { Shell } from '../platform/shell.ts';

/** These shortcuts open the chat from any other page. */
const chatCommands: ReadonlySet<PageCommand> = new Set(['newChat', 'focusInput']);

const FirstStart = lazyComponent(async () => (await import('./FirstStart.tsx')).FirstStart, {
  look: 'panel',
});

interface FollowShellProps {
  readonly shell: Shell;
  /** The app, shown here after the first start. */
  readonly children?: ReactNode;
}

/**
 * Shows the desktop app's parts of the page: the first start and the quick-ask bar. Opens the pages that links, menu
 * bar entries and notifications request.
 */
export function FollowShell({ shell, children }: FollowShellProps) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const take = useEffectEvent(async () => {
    const destination = await shell.takeDestination();
    if (!destination) return;
    await navigate(destination.path);
  });
  // The chat page handles shortcuts and messages itself.
  const openChats = useEffectEvent(() => {
    if (!isChatPage(pathname)) void navigate(paths.chat);
  });
  useEffect(() => {
    // If this fails, the main process keeps the destination for the next attempt.
    const follow = () => void take().catch(() => undefined);
    const undo = shell.onCommand((command) => {
      if (command.kind === 'link') follow();
      else if (command.kind === 'message' || chatCommands.has(command.command)) openChats();
    });
    // The app may have been started by a link.
    follow();
    return undo;
  }, [shell]);
  useEffect(() => {
    shell.setColorScheme(getColorScheme());
    return onColorScheme(shell.setColorScheme);
  }, [shell]);
  useEffect(() => {
    const follow = () => shell.setLanguage(chosenLanguage() as Language);
    follow();
    return onLanguage(follow);
  }, [shell]);
  return (
    <>
      {shell.firstStart && <FirstStart shell={shell}>{children}</FirstStart>}
      {shell.isQuickAsk && <QuickBar shell={shell} />}
    </>
  );
}
