import { Menu } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import styles from './QuickActions.module.css';
import type { ListProps } from './QuickActions.tsx';
import { actionTexts, quickActionTexts } from './texts.ts';

/** A button in the input that opens a menu of the quick actions. */
export function ActionMenu({ entries, isDisabled, opener, onOpen }: ListProps) {
  return (
    <Menu position="top-start" shadow="md" width={220} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <button
          ref={opener}
          type="button"
          className={styles.plus}
          disabled={isDisabled}
          aria-label={quickActionTexts.menu}
          title={quickActionTexts.menu}
        >
          <IconPlus size={20} stroke={1.75} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {entries.map(({ name, Icon }) => (
          <Menu.Item
            key={name}
            className={styles.item}
            leftSection={<Icon size={16} stroke={1.75} aria-hidden />}
            onClick={() => onOpen(name)}
          >
            {actionTexts[name].name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
