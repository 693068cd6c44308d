import { Menu } from '@mantine/core';
import {
  IconDeviceDesktop,
  IconLogout,
  IconMoon,
  IconSelector,
  IconSettings,
  IconShield,
  IconSparkles,
  IconSun,
  IconUserPlus,
} from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';
import { Link } from 'react-router-dom';
import { choiceTexts } from '../components/texts.ts';
import type { AccountMenuSlot } from '../features/chat/chat-context.ts';
import { colorSchemes, getColorScheme, onColorScheme, setColorScheme } from '../lib/color-scheme.ts';
import { paths } from '../lib/paths.ts';
import { useSession } from '../lib/session.tsx';
import { remainingMessagesText, useUsage } from '../lib/usage.ts';
import { useSignOut } from '../lib/use-sign-out.ts';
import styles from './AccountMenu.module.css';
import { accountMenuTexts as texts } from './account-texts.ts';
import { headerTexts } from './texts.ts';

const schemeIcons = { light: IconSun, dark: IconMoon, auto: IconDeviceDesktop } as const;
const icon = { size: 18, stroke: 1.6, 'aria-hidden': true } as const;

export function AccountMenu({ look, entries }: AccountMenuSlot) {
  const { user } = useSession();
  const usage = useUsage();
  const signOut = useSignOut();
  if (!user) return null;
  const plan = usage?.plan ?? user.plan;
  const name = user.name;
  return (
    <Menu position="top-start" shadow="md" width={272} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <button type="button" className={styles.target} data-look={look} title={texts.open({ name })}>
          <span className={styles.initial} aria-hidden>
            {initialOf(name)}
          </span>
          <span className={look === 'icon' ? 'visually-hidden' : styles.who}>
            <span className="visually-hidden">{texts.label}</span>{' '}
            <span className={styles.name} dir="auto">
              {name}
            </span>{' '}
            {plan && <span className={styles.plan}>{texts.plans[plan]}</span>}
          </span>
          {look === 'row' && <IconSelector size={16} stroke={1.75} aria-hidden />}
        </button>
      </Menu.Target>
      <Menu.Dropdown className={styles.dropdown}>
        {/* Uses spans, because a menu must not contain paragraphs. */}
        <div className={styles.head}>
          <div className={styles.greeting} dir="auto">
            {headerTexts.greeting({ name })}
          </div>
          {usage && (
            <div className={styles.usage}>
              {texts.plans[usage.plan]} · {remainingMessagesText(usage)}
            </div>
          )}
          {user.isAnonymous && <div className={styles.guest}>{texts.guest}</div>}
        </div>
        {user.isAnonymous ? (
          <Menu.Item
            component={Link}
            to={`${paths.account}#profile`}
            className={styles.item}
            leftSection={<IconUserPlus {...icon} />}
          >
            {texts.createAccount}
          </Menu.Item>
        ) : (
          plan &&
          plan !== 'professional' && (
            <Menu.Item
              component={Link}
              to={paths.pricing}
              className={styles.item}
              leftSection={<IconSparkles {...icon} />}
            >
              {texts.upgrade}
            </Menu.Item>
          )
        )}
        <Menu.Item
          component={Link}
          to={paths.account}
          className={styles.item}
          leftSection={<IconSettings {...icon} />}
        >
          {texts.settings}
        </Menu.Item>
        {entries.map(({ label, Icon, onSelect }) => (
          <Menu.Item
            key={label}
            className={styles.item}
            leftSection={<Icon {...icon} />}
            // Wait until the menu has closed and returned the focus.
            onClick={() => setTimeout(onSelect)}
          >
            {label}
          </Menu.Item>
        ))}
        {user.isAdmin && (
          <Menu.Item
            component={Link}
            to={paths.admin}
            className={styles.item}
            leftSection={<IconShield {...icon} />}
          >
            {headerTexts.admin}
          </Menu.Item>
        )}
        <ThemeItems />
        {signOut && (
          <>
            <Menu.Divider />
            <Menu.Item
              className={styles.item}
              leftSection={<IconLogout {...icon} />}
              onClick={() => void signOut()}
            >
              {headerTexts.signOut}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Selecting a theme keeps the menu open, so that the user sees the change. */
function ThemeItems() {
  const chosen = useSyncExternalStore(onColorScheme, getColorScheme);
  return (
    <>
      <Menu.Divider />
      <Menu.Label>{choiceTexts.scheme}</Menu.Label>
      <fieldset className={styles.themes} aria-label={choiceTexts.scheme}>
        {colorSchemes.map((scheme) => {
          const Icon = schemeIcons[scheme];
          return (
            <Menu.RadioItem
              key={scheme}
              value={scheme}
              checked={scheme === chosen}
              className={styles.theme}
              onChange={() => setColorScheme(scheme)}
            >
              <Icon size={16} stroke={1.6} aria-hidden />
              {choiceTexts.schemes[scheme]}
            </Menu.RadioItem>
          );
        })}
      </fieldset>
    </>
  );
}

const graphemes = new Intl.Segmenter();

/** Returns the first visible character, which may have several code points. */
const initialOf = (name: string): string =>
  (graphemes.segment(name.trim())[Symbol.iterator]().next().value?.segment ?? '?').toLocaleUpperCase();
