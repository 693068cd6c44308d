import {
  IconCornerDownLeft,
  IconDeviceDesktop,
  IconExternalLink,
  IconLogout,
  IconMoon,
  IconSettings,
  IconShield,
  IconSun,
  IconUser,
} from '@tabler/icons-react';
import { useNavigate } from 'react-router-dom';
import { sectionsFor, sectionTexts } from '../features/account/settings/sections.ts';
import { platform } from '../platform/index.ts';
import { colorSchemes, getColorScheme, setColorScheme } from '../lib/color-scheme.ts';
import { type Command, useCommands } from '../lib/commands.ts';
import { enterKey, enterKeys } from '../lib/enter-key.ts';
import { paths, settingsPath } from '../lib/paths.ts';
import { type SessionUser, useSession } from '../lib/session.tsx';
import { useSignOut } from '../lib/use-sign-out.ts';
import { commandTexts as texts } from './account-texts.ts';
import { headerTexts } from './texts.ts';

const schemeIcons = { light: IconSun, dark: IconMoon, auto: IconDeviceDesktop } as const;

const group = 'app' as const;

const sitePages = [
  ['docs', paths.docs],
  ['api', paths.apiDocs],
  ['privacy', paths.privacy],
  ['plans', paths.pricing],
] as const;

const sectionsOf = ({ isAnonymous }: SessionUser) =>
  sectionsFor({
    isGuest: isAnonymous,
    isOwner: Boolean(platform.ownerSession),
    hasComputer: Boolean(platform.shell),
  });

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
      ...(user ? sectionsOf(user) : []).map((section) => ({
        id: `settings ${section}`,
        group,
        label: texts.settings({ section: sectionTexts[section] }),
        words: texts.sectionWords[section],
        Icon: IconSettings,
        isMinor: true,
        run: go(settingsPath(section)),
      })),
      ...colorSchemes.map((scheme) => ({
        id: `theme ${scheme}`,
        group,
        label: texts.themes[scheme],
        words: texts.themeWords,
        ...(scheme === inUse && { note: texts.inUse }),
        Icon: schemeIcons[scheme],
        run: () => setColorScheme(scheme),
      })),
      ...enterKeys
        .filter((choice) => choice !== enterKey.get())
        .map((choice) => ({
          id: `enter ${choice}`,
          group,
          label: texts.enterKey[choice],
          words: texts.enterWords,
          Icon: IconCornerDownLeft,
          isMinor: true,
          run: () => enterKey.set(choice),
        })),
      ...sitePages.map(([page, path]) => ({
        id: `page ${page}`,
        group,
        label: texts.pages[page],
        Icon: IconExternalLink,
        isMinor: true,
        run: go(path),
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
