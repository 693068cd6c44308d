import { useQuery, useQueryClient } from '@tanstack/react-query';
import { IconQuoteOff } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { lazyComponent } from '../../../../components/lazy-component.tsx';
import { isUnverified } from '../../attachments/failure.ts';
import { useChatEngine } from '../../chat-context.ts';
import { useChatProject } from '../../use-chat-project.ts';
import { useStoredChat } from '../../use-stored-chat.ts';
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

/**
 * Shows the passages of the project's files that were sent for a reply, and the reply's quotations that no file
 * contains.
 */
export function ReplySources({ message }: { readonly message: ShownMessage }) {
  const { data: passages, error, refetch } = useQuery(replyPassagesQuery(message.id));
  if (!passages && isUnverified(error)) return <p className={styles.sources}>{texts.unverified}</p>;
  if (!passages && error) return <Failure text={texts.notLoaded} onRetry={() => void refetch()} />;
  if (!passages) return null;
  const sent = passages.filter((passage) => !passage.isUnverified);
  const notSent = passages.filter((passage) => passage.isUnverified);
  return (
    <>
      {sent.length > 0 && <Places label={texts.from} passages={sent} />}
      {notSent.length > 0 && <Places label={texts.notIncluded} passages={notSent} />}
      {sent.length > 0 && <Quotations message={message} passages={sent} />}
    </>
  );
}

function Failure({ text, onRetry }: { readonly text: string; readonly onRetry: () => void }) {
  return (
    <p className={styles.sources}>
      <span>{text}</span>
      <button type="button" className={styles.place} onClick={onRetry}>
        {texts.retry}
      </button>
    </p>
  );
}

interface PlacesProps {
  readonly label: string;
  /** Best first. */
  readonly passages: readonly Passage[];
}

function Places({ label, passages }: PlacesProps) {
  const [opened, setOpened] = useState<Passage | null>(null);
  const places = new Map<string, Passage>();
  for (const passage of passages) {
    // Two files may have the same name.
    const key = `${passage.file} ${describePlace(passage)}`;
    // Several passages may be on one page. The best one is opened.
    if (!places.has(key)) places.set(key, passage);
  }
  return (
    <div className={styles.sources}>
      <span>{label}</span>
      <ul className={styles.places} aria-label={label}>
        {[...places].map(([key, passage]) => (
          <li key={key}>
            <button type="button" className={styles.place} dir="auto" onClick={() => setOpened(passage)}>
              {describePlace(passage)}
            </button>
          </li>
        ))}
      </ul>
      {opened && (
        <ProjectFileViewer
          file={{ id: opened.file, name: opened.name }}
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

function Quotations({ message, passages }: QuotationsProps) {
  const { id, content } = message;
  const chatId = message.chatId ?? null;
  const { userId, store, files } = useChatEngine();
  const client = useQueryClient();
  const projectId = useChatProject(chatId);
  const { isLoading } = useStoredChat(userId, chatId);
  const {
    data: wrong,
    isError,
    refetch,
  } = useQuery({
    queryKey: ['chat', 'quotations', id, content, chatId, projectId],
    queryFn: () => checkQuotations({ client, store, files }, { content, chatId, projectId, passages }),
    // Until the chat is loaded, its project is unknown.
    enabled: !isLoading,
    staleTime: Number.POSITIVE_INFINITY,
    networkMode: 'always',
    retry: false,
  });
  const list = useRef<HTMLUListElement>(null);
  useQuotationMarks(list, wrong);
  if (isError) return <Failure text={texts.notChecked} onRetry={() => void refetch()} />;
  if (wrong === undefined || wrong?.length === 0) return null;
  const notes = wrong
    ? [...new Set(wrong)].map((quotation) => texts.notQuoted({ quotation }))
    : [texts.unchecked];
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
