import { useQuery } from '@tanstack/react-query';
import { IconQuoteOff } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { lazyComponent } from '../../../../components/lazy-component.tsx';
import { useChatEngine } from '../../chat-context.ts';
import type { ShownMessage } from '../../turn/shown-messages.ts';
import { checkQuotations } from './check-quotations.ts';
import { describePlace, type Passage } from './passage.ts';
import { replyPassagesQuery } from './queries.ts';
import { replyFileTexts as texts } from './reply-texts.ts';
import styles from './ReplySources.module.css';
import { useQuotationMarks } from './use-quotation-marks.ts';

const ProjectFileViewer = lazyComponent(
  async () => (await import('./ProjectFileViewer.tsx')).ProjectFileViewer,
  { look: 'dialog' },
);

/** The passages of the project's files that were sent for a reply, and its quotations that no file contains. */
export function ReplySources({ message }: { readonly message: ShownMessage }) {
  const { data: passages } = useQuery(replyPassagesQuery(message.id));
  if (!passages || passages.length === 0) return null;
  return (
    <>
      <Places passages={passages} />
      <Quotations message={message} passages={passages} />
    </>
  );
}

function Places({ passages }: { readonly passages: readonly Passage[] }) {
  const [opened, setOpened] = useState<Passage | null>(null);
  // Several passages may be on one page. The best one comes first.
  const places = new Map(passages.toReversed().map((passage) => [describePlace(passage), passage]));
  return (
    <div className={styles.sources}>
      <span>{texts.from}</span>
      <ul className={styles.places} aria-label={texts.from}>
        {[...places].toReversed().map(([place, passage]) => (
          <li key={place}>
            <button type="button" className={styles.place} dir="auto" onClick={() => setOpened(passage)}>
              {place}
            </button>
          </li>
        ))}
      </ul>
      {opened && (
        <ProjectFileViewer
          file={{ id: opened.file, name: opened.name, media_type: opened.type }}
          passage={opened}
          onClose={() => setOpened(null)}
        />
      )}
    </div>
  );
}

interface QuotationsProps {
  readonly message: ShownMessage;
  readonly passages: readonly Passage[];
}

function Quotations({ message: { id, content }, passages }: QuotationsProps) {
  const { files } = useChatEngine();
  const { data: wrong } = useQuery({
    queryKey: ['chat', 'quotations', id, content],
    queryFn: () => checkQuotations(files, content, passages),
    staleTime: Number.POSITIVE_INFINITY,
    networkMode: 'always',
    retry: false,
  });
  const list = useRef<HTMLUListElement>(null);
  useQuotationMarks(list, wrong);
  if (wrong === undefined || wrong?.length === 0) return null;
  const notes = wrong?.map((quotation) => texts.notQuoted({ quotation })) ?? [texts.unchecked];
  return (
    <ul ref={list} className={styles.notes}>
      {notes.map((note) => (
        <li key={note} className={styles.note} dir="auto">
          <IconQuoteOff size={16} stroke={1.75} aria-hidden />
          <span>{note}</span>
        </li>
      ))}
    </ul>
  );
}
