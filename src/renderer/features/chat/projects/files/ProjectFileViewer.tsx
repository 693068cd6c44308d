import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { pageBreak } from '../../../../../shared/passages/chunks.ts';
import { Dialog } from '../../../../components/dialog/Dialog.tsx';
import { LongText } from '../../../../components/long-text/LongText.tsx';
import { commonTexts } from '../../../../components/texts.ts';
import { failureOf } from '../../attachments/failure.ts';
import { type PartUnit, unitOf } from '../../attachments/file-facts.ts';
import viewerStyles from '../../attachments/FileViewer.module.css';
import { fileTexts } from '../../attachments/texts.ts';
import { useChatEngine } from '../../chat-context.ts';
import styles from './ProjectFileViewer.module.css';
import { readProjectText } from './queries.ts';
import { projectFileTexts as texts } from './texts.ts';

interface ProjectFileViewerProps {
  readonly file: { readonly id: string; readonly name: string; readonly media_type: string };
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
        <PlacedText text={data} unit={unitOf({ mediaType: file.media_type })} passage={passage} />
      )}
    </Dialog>
  );
}

interface PlacedTextProps {
  readonly text: string;
  readonly unit: PartUnit;
  readonly passage: ProjectFileViewerProps['passage'];
}

function PlacedText({ text, unit, passage }: PlacedTextProps) {
  const mark = useRef<HTMLElement>(null);
  useEffect(() => {
    mark.current?.scrollIntoView({ block: 'center' });
  }, []);
  const { from, to } = { from: passage?.from ?? 0, to: passage?.to ?? 0 };
  const hasPages = text.includes(pageBreak);
  /** Names each page at its beginning. */
  const shown = (start: number, end?: number): string => {
    const piece = text.slice(start, end);
    if (!hasPages) return piece;
    let page = text.slice(0, start).split(pageBreak).length;
    const name = (number: number) => `[${texts[unit]({ number })}]`;
    const first = start === 0 ? `${name(1)}\n` : '';
    return first + piece.replaceAll(pageBreak, () => `\n\n${name((page += 1))}\n`);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard scrolls it
    <div className={viewerStyles.text} dir="auto" role="document" tabIndex={0} aria-label={texts.text}>
      {to > 0 ? (
        <>
          <LongText text={shown(0, from)} />
          <mark ref={mark} className={styles.mark}>
            {text.slice(from, to)}
          </mark>
          <LongText text={shown(to)} />
        </>
      ) : (
        <LongText text={shown(0)} />
      )}
    </div>
  );
}
