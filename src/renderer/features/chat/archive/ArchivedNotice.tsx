import { IconArchive } from '@tabler/icons-react';
import { ChatNotice } from '../ChatNotice.tsx';
import { archiveTexts } from './texts.ts';

export function ArchivedNotice({ onUnarchive }: { readonly onUnarchive: () => void }) {
  return (
    <ChatNotice
      icon={<IconArchive size={16} stroke={1.75} aria-hidden />}
      action={archiveTexts.unarchive}
      onAction={onUnarchive}
    >
      {archiveTexts.notice}
    </ChatNotice>
  );
}
