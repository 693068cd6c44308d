import { IconDeviceDesktop, IconLogout, IconMoon, IconShield, IconSun, IconUser } from '@tabler/icons-react';
import { useNavigate } from 'react-router-dom';
import { colorSchemes, getColorScheme, setColorScheme } from '../lib/color-scheme.ts';
import { type Command, useCommands } from '../lib/commands.ts';
import { paths } from '../lib/paths.ts';
import { useSession } from '../lib/session.tsx';
import { useSignOut } from '../lib/use-sign-out.ts';
import { commandTexts as texts } from './account-texts.ts';
import { headerTexts } from './texts.ts';

const schemes = {
  light: { label: texts.themes.light, Icon: IconSun },
  dark: { label: texts.themes.dark, Icon: IconMoon },
  auto: { label: texts.themes.auto, Icon: IconDeviceDesktop },
} as const;

const group = 'app' as const;

/** Commands for every page: account, console (for administrators), theme, sign out. */
export function useAppCommands(): void {
  const navigate = useNavigate();
  const signOut = useSignOut();
  const { user } = useSession();
  useCommands(() => {
    const go = (path: string) => () => void navigate(path);
    const inUse = getColorScheme();
    const commands: readonly (Command | false)[] = [
      {
        id: 'account',
        group,
        label: texts.account,
        words: texts.accountWords,
        Icon: IconUser,
        run: go(paths.account),
      },
      user?.isAdmin === true && {
        id: 'admin',
        group,
        label: headerTexts.admin,
        words: texts.adminWords,
        Icon: IconShield,
        run: go(paths.admin),
      },
      ...colorSchemes.map((scheme) => ({
        id: `theme ${scheme}`,
        group,
        label: schemes[scheme].label,
        words: texts.themeWords,
        ...(scheme === inUse && { note: texts.inUse }),
        Icon: schemes[scheme].Icon,
        run: () => setColorScheme(scheme),
      })),
      signOut !== null && {
        id: 'signOut',
        group,
        label: headerTexts.signOut,
        words: texts.signOutWords,
        Icon: IconLogout,
        run: () => void signOut(),
      },
    ];
    return commands.filter((command) => command !== false);
  });
}
