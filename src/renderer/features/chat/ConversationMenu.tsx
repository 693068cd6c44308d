import { Menu } from '@mantine/core';
import { IconCopy, IconDots, IconDownload } from '@tabler/icons-react';
import { useClipboard } from '../../components/markdown/use-clipboard.ts';
import type { ArchiveAction } from './archive/use-archive.ts';
import { chatTexts } from './texts.ts';
import { ExportItems } from './transfer/ExportMenu.tsx';

interface ConversationMenuProps {
  /** Null for a chat that is not stored. */
  readonly storedId: string | null;
  /** Null if the chat can't be archived. */
  readonly archive: ArchiveAction | null;
  readonly readTranscript: () => Promise<string>;
  readonly onExport: () => void;
  readonly className: string | undefined;
}

/** The actions of the top bar in one menu, for narrow screens. */
export function ConversationMenu({
  storedId,
  archive,
  readTranscript,
  onExport,
  className,
}: ConversationMenuProps) {
  const { copy } = useClipboard(chatTexts.messageCopied);
  return (
    <Menu position="bottom-end" shadow="md" width={200} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <button type="button" className={className} aria-label={chatTexts.actions}>
          <IconDots size={20} stroke={1.6} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconCopy size={16} aria-hidden />} onClick={() => void copy(readTranscript)}>
          {chatTexts.copyAll}
        </Menu.Item>
        <Menu.Item leftSection={<IconDownload size={16} aria-hidden />} onClick={onExport}>
          {chatTexts.export}
        </Menu.Item>
        {storedId !== null && <ExportItems chatId={storedId} Icon={IconDownload} />}
        {archive && (
          <Menu.Item leftSection={<archive.Icon size={16} aria-hidden />} onClick={archive.run}>
            {archive.label}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
