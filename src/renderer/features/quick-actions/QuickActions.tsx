import { useQuery } from '@tanstack/react-query';
import {
  IconBulb,
  IconChartBar,
  IconCode,
  IconFileText,
  IconPhoto,
  type TablerIcon,
} from '@tabler/icons-react';
import { type RefObject, useRef, useState } from 'react';
import type { QuickActionName } from '../../../shared/quick-actions/contract.ts';
import { createsImages } from '../../../shared/providers/image-endpoints.ts';
import { lazyComponent } from '../../components/lazy-component.tsx';
import { useCommands } from '../../lib/commands.ts';
import { activeVendor, vendorQueries } from '../../lib/vendors.ts';
import type { QuickAction } from './action.ts';
import type { QuickActionDialogProps } from './QuickActionDialog.tsx';
import styles from './QuickActions.module.css';
import { actionTexts } from './texts.ts';

// The dialogs are loaded when they open, because together they are 14 kB (gzip).
const QuickActionDialog = lazyComponent(
  async () => (await import('./QuickActionDialog.tsx')).QuickActionDialog,
  { look: 'dialog' },
);

const ActionMenu = lazyComponent(async () => (await import('./ActionMenu.tsx')).ActionMenu, {
  look: 'nothing',
  waiting: <span className={styles.plus} />,
  isDeferred: true,
});

export interface QuickActionsProps {
  readonly isDisabled: boolean;
  readonly drafts: QuickActionDialogProps['drafts'];
  /** Called with text that is not blank. */
  readonly onAct: (action: QuickAction, text: string) => void;
}

interface Entry {
  readonly name: QuickActionName;
  readonly Icon: TablerIcon;
}

const allEntries: readonly Entry[] = [
  { name: 'image-generation', Icon: IconPhoto },
  { name: 'text-summarization', Icon: IconFileText },
  { name: 'data-analysis', Icon: IconChartBar },
  { name: 'code-assistance', Icon: IconCode },
  { name: 'advice-generation', Icon: IconBulb },
];

/** The quick actions. Each one opens a dialog for its text [QUICK-001]. */
export function QuickActions({ isDisabled, drafts, onAct }: QuickActionsProps) {
  const [opened, setOpened] = useState<QuickActionName | null>(null);
  const opener = useRef<HTMLButtonElement>(null);
  /** The element that had the focus before a command opened the dialog. */
  const origin = useRef<HTMLElement>(null);
  const close = () => {
    setOpened(null);
    (origin.current ?? opener.current)?.focus();
  };
  const entries = useEntries();
  useCommands(() =>
    (isDisabled ? [] : entries).map(({ name, Icon }) => ({
      id: `action ${name}`,
      group: 'actions',
      label: actionTexts[name].name,
      words: actionTexts[name].label,
      Icon,
      run: () => {
        origin.current = document.activeElement instanceof HTMLElement ? document.activeElement : null;
        setOpened(name);
      },
    })),
  );
  return (
    <>
      <ActionMenu
        entries={entries}
        isDisabled={isDisabled}
        opener={opener}
        onOpen={(name) => {
          origin.current = null;
          setOpened(name);
        }}
      />
      {opened && (
        <QuickActionDialog
          name={opened}
          drafts={drafts}
          onClose={close}
          onSubmit={(action, text) => {
            setOpened(null);
            onAct(action, text);
          }}
        />
      )}
    </>
  );
}

/** Images are only offered if the active vendor can create them. */
function useEntries(): readonly Entry[] {
  const vendors = useQuery(vendorQueries.all());
  const active = activeVendor(vendors.data ?? []);
  const hasImages = !vendors.isPending && (active === null || createsImages(active.name));
  return hasImages ? allEntries : entriesWithoutImages;
}

const entriesWithoutImages = allEntries.filter(({ name }) => name !== 'image-generation');

export interface ListProps {
  readonly entries: readonly Entry[];
  readonly isDisabled: boolean;
  /** The button of the menu. It gets the focus when the dialog closes. */
  readonly opener: RefObject<HTMLButtonElement | null>;
  readonly onOpen: (name: QuickActionName) => void;
}
