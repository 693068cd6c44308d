import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { withoutBreaks } from '../../../../../shared/passages/chunks.ts';
import { Dialog } from '../../../../components/dialog/Dialog.tsx';
import { LongText } from '../../../../components/long-text/LongText.tsx';
import { commonTexts } from '../../../../components/texts.ts';
import { failureOf } from '../../attachments/failure.ts';
import viewerStyles from '../../attachments/FileViewer.module.css';
import { fileTexts } from '../../attachments/texts.ts';
import { useChatEngine } from '../../chat-context.ts';
import styles from './ProjectFileViewer.module.css';
import { readProjectText } from './queries.ts';
import { projectFileTexts as texts } from './texts.ts';

interface ProjectFileViewerProps {
  readonly file: { readonly id: string; readonly name: string };
  /** The passage to show. Without it, the text is shown from its beginning. */
  readonly passage?: { readonly from: number; readonly to: number | null } | undefined;
  readonly onClose: () => void;
}

/** Shows the text of a file as it is stored and sent. */
export function ProjectFileViewer({ file, passage, onClose }: ProjectFileViewerProps) {
  const { files, userId } = useChatEngine();
  const { data, error, isPending } = useQuery({
    queryKey: ['chat', 'project-text', userId, file.id],
    queryFn: () => readProjectText(files, file.id),
    // Not cached, because the text may be a megabyte.
    gcTime: 0,
    networkMode: 'always',
    retry: false,
  });
  return (
    <Dialog title={file.name} size="lg" onClose={onClose}>
      {isPending ? (
        <output className={viewerStyles.note}>{commonTexts.loading}</output>
      ) : data === undefined || data === null ? (
        <p className={viewerStyles.note}>{data === null ? texts.gone : fileTexts[failureOf(error)]}</p>
      ) : (
        <PlacedText text={data} passage={passage} />
      )}
    </Dialog>
  );
}

interface PlacedTextProps {
  readonly text: string;
  readonly passage: ProjectFileViewerProps['passage'];
}

function PlacedText({ text, passage }: PlacedTextProps) {
  const mark = useRef<HTMLElement>(null);
  useEffect(() => {
    mark.current?.scrollIntoView({ block: 'center' });
  }, []);
  const { from, to } = { from: passage?.from ?? 0, to: passage?.to ?? 0 };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard scrolls it
    <div className={viewerStyles.text} dir="auto" role="document" tabIndex={0} aria-label={texts.text}>
      {to > 0 ? (
        <>
          <LongText text={withoutBreaks(text.slice(0, from))} scrollsTo="end" />
          <mark ref={mark} className={styles.mark}>
            {text.slice(from, to)}
          </mark>
          <LongText text={withoutBreaks(text.slice(to))} scrollsTo="start" />
        </>
      ) : (
        <LongText text={withoutBreaks(text)} />
      )}
    </div>
  );
}
