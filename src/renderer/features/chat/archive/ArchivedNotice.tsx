import { IconArchive } from '@tabler/icons-react';
import { ChatNotice } from '../ChatNotice.tsx';
import { archiveTexts } from './texts.ts';
import type { ArchiveAction } from './use-archive.ts';

export function ArchivedNotice({ unarchive: { label, run } }: { readonly unarchive: ArchiveAction }) {
  return (
    <ChatNotice icon={<IconArchive size={16} stroke={1.75} aria-hidden />} action={label} onAction={run}>
      {archiveTexts.notice}
    </ChatNotice>
  );
}
