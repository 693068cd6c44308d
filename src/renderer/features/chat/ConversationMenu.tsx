import { Menu } from '@mantine/core';
import { IconAdjustmentsHorizontal, IconCopy, IconDots, IconDownload } from '@tabler/icons-react';
import { useClipboard } from '../../components/markdown/use-clipboard.ts';
import type { PanelAction } from './messages/panels.ts';
import { parametersButtonTexts } from './parameters/button-texts.ts';
import { findControl } from './shortcuts/shortcuts.ts';
import { ChatMenuItems } from './sidebar/ChatMenuItems.tsx';
import { chatTexts } from './texts.ts';
import { exportTranscript } from './transfer/export-transcript.ts';
import { transferMenuTexts } from './transfer/menu-texts.ts';
import type { ChatActions } from './use-chat-actions.ts';

interface ConversationMenuProps {
  readonly storedId: string | null;
  readonly actions: ChatActions | null;
  readonly panels: readonly PanelAction[];
  /** Null while the chat is empty or loading. */
  readonly readTranscript: (() => Promise<string>) | null;
  /** True if the header has no space for parameters, Copy All and Export. */
  readonly isNarrow: boolean;
  readonly className: string | undefined;
}

/** Contains the actions of the chat's menu in the sidebar, without those that have a button in the header. */
export function ConversationMenu({
  storedId,
  actions,
  panels,
  readTranscript,
  isNarrow,
  className,
}: ConversationMenuProps) {
  const { copy } = useClipboard(chatTexts.messageCopied);
  return (
    <Menu position="bottom-end" shadow="md" width={250} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <button type="button" className={className} aria-label={chatTexts.actions} title={chatTexts.actions}>
          <IconDots size={20} stroke={1.6} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {panels.map(({ id, label, Icon, run }) => (
          <Menu.Item key={id} leftSection={<Icon size={16} aria-hidden />} onClick={run}>
            {label}
          </Menu.Item>
        ))}
        {isNarrow && (
          <Menu.Item
            leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden />}
            onClick={() => findControl('parameters')?.click()}
          >
            {parametersButtonTexts.label}
          </Menu.Item>
        )}
        {readTranscript && isNarrow && (
          <Menu.Item
            leftSection={<IconCopy size={16} aria-hidden />}
            onClick={() => void copy(readTranscript)}
          >
            {chatTexts.copyAll}
          </Menu.Item>
        )}
        {actions && storedId !== null && (
          <ChatMenuItems
            chatId={storedId}
            isPinned={actions.isPinned}
            isArchived={actions.isArchived}
            onRename={() => findControl('rename')?.click()}
            onPin={actions.pin}
            onArchive={actions.archive}
            onDelete={actions.remove}
            hasExport={isNarrow}
          >
            {readTranscript && isNarrow && (
              <Menu.Item
                leftSection={<IconDownload size={16} aria-hidden />}
                onClick={() => void exportTranscript(readTranscript)}
              >
                {transferMenuTexts.asText}
              </Menu.Item>
            )}
          </ChatMenuItems>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
