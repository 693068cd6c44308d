import { Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { dragOutOf } from '../../../lib/drag-out.ts';
import { showToast } from '../../../lib/toast.ts';
import { platform } from '../../../platform/index.ts';
import { chatTexts, chatToasts } from '../texts.ts';
import { exportTranscript, readTranscriptFile } from './export-transcript.ts';
import { ExportItems } from './ExportItems.tsx';
import { transferMenuTexts } from './menu-texts.ts';

interface ExportButtonProps {
  /** Null if the chat is not stored. Such a chat has no versions, so it is only exported as text. */
  readonly storedId: string | null;
  readonly readTranscript: () => Promise<string>;
  readonly className: string | undefined;
}

/** Exports the open chat in the format that the user chooses [CHAT-033]. */
export function ExportButton({ storedId, readTranscript, className }: ExportButtonProps) {
  // Dragging writes a file to disk, which must not happen for a chat that isn't stored.
  const isDraggedOut = storedId !== null && platform.dragOut !== null;
  return (
    <Menu position="bottom-end" shadow="md" width={250} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <button
          type="button"
          className={className}
          aria-label={chatTexts.export}
          data-shortcut="export"
          title={isDraggedOut ? chatTexts.exportOrDrag : undefined}
          {...(isDraggedOut &&
            dragOutOf(
              () => readTranscriptFile(readTranscript),
              () => showToast(chatToasts.exportFailed),
            ))}
        >
          <IconDownload size={16} stroke={1.75} aria-hidden />
          <span>{chatTexts.export}</span>
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={() => void exportTranscript(readTranscript)}
        >
          {transferMenuTexts.asText}
        </Menu.Item>
        {storedId !== null && <ExportItems chatId={storedId} />}
      </Menu.Dropdown>
    </Menu>
  );
}
