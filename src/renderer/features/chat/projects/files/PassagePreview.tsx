import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { Dialog } from '../../../../components/dialog/Dialog.tsx';
import { LongText } from '../../../../components/long-text/LongText.tsx';
import { commonTexts } from '../../../../components/texts.ts';
import viewerStyles from '../../attachments/FileViewer.module.css';
import { useChatEngine } from '../../chat-context.ts';
import { choosePassages } from './choose-passages.ts';
import styles from './FilesNote.module.css';
import { describePlace } from './passage.ts';
import { filesNoteTexts as texts } from './reply-texts.ts';

interface PassagePreviewProps {
  readonly projectId: string;
  readonly draftKey: string;
  readonly room: number;
  readonly onClose: () => void;
}

/** Shows what would be sent of the project's files with the message in the input. */
export function PassagePreview({ projectId, draftKey, room, onClose }: PassagePreviewProps) {
  const { drafts, store, files } = useChatEngine();
  const client = useQueryClient();
  const text = useSyncExternalStore(drafts.subscribe, () => drafts.get(draftKey)).trim();
  const { data, isError } = useQuery({
    queryKey: ['chat', 'passage-preview', projectId, text, room],
    queryFn: () => choosePassages({ client, store, files }, projectId, text, room),
    gcTime: 0,
    networkMode: 'always',
    retry: false,
  });
  return (
    <Dialog title={texts.title} size="lg" onClose={onClose}>
      {isError && <p className={viewerStyles.note}>{texts.failed}</p>}
      {!data && !isError && <output className={viewerStyles.note}>{commonTexts.loading}</output>}
      {data && <p className={viewerStyles.note}>{data.length > 0 ? texts.note : texts.none}</p>}
      {data && data.length > 0 && (
        <ol className={styles.passages} aria-label={texts.title}>
          {data.map(({ passage, sent }) => (
            <li key={`${passage.file} ${passage.from}`}>
              <p className={styles.place} dir="auto">
                {describePlace(passage)}
              </p>
              {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard scrolls it */}
              <div className={viewerStyles.text} dir="auto" tabIndex={0}>
                <LongText text={sent.text} />
              </div>
            </li>
          ))}
        </ol>
      )}
    </Dialog>
  );
}
