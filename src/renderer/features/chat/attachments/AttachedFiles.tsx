import { IconAlertTriangle, IconFile, IconX } from '@tabler/icons-react';
import { type ReactNode, useId, useState, useSyncExternalStore } from 'react';
import { lazyComponent } from '../../../components/lazy-component.tsx';
import { useChatEngine } from '../chat-context.ts';
import styles from './AttachedFiles.module.css';
import type { Attachment } from './attachment.ts';
import { type AttachingFile, isBeingRead } from './attaching.ts';
import { readDraftFiles, useDraftFiles, writeDraftFiles } from './draft-files.ts';
import { describeFile } from './file-facts.ts';
import { ModelNote } from './ModelNote.tsx';
import { fileTexts as texts, previewTexts } from './texts.ts';
import { Thumbnail } from './Thumbnail.tsx';
import { type FileOrder, useFileOrder } from './use-file-order.ts';

const DraftFileDialog = lazyComponent(async () => (await import('./DraftFileDialog.tsx')).DraftFileDialog, {
  look: 'dialog',
});

const PreviewDialog = lazyComponent(async () => (await import('./PreviewDialog.tsx')).PreviewDialog, {
  look: 'dialog',
});

const SoundOffer = lazyComponent(async () => (await import('./video/SoundOffer.tsx')).SoundOffer, {
  look: 'panel',
});

interface AttachedFilesProps {
  readonly draftKey: string;
  /** Moves the focus, because the clicked button disappears with its file. */
  readonly onRemoved: () => void;
}

/** Lists the files of the message in the input: attached files, files being read, and refused files. */
export function AttachedFiles({ draftKey, onRemoved }: AttachedFilesProps) {
  const { drafts, attaching, files } = useChatEngine();
  const attached = useDraftFiles(drafts, draftKey);
  const beingRead = useSyncExternalStore(attaching.subscribe, () => attaching.of(draftKey));
  const remove = (file: Attachment) => {
    const others = readDraftFiles(drafts, draftKey).filter(({ path }) => path !== file.path);
    writeDraftFiles(drafts, draftKey, others);
    // If this fails, the unsent content is deleted later.
    void files()
      .then((opened) => opened.forget([file]))
      .catch(() => {});
    onRemoved();
  };
  const cancel = ({ id, cancel: stop }: AttachingFile) => {
    stop();
    attaching.remove(id);
    onRemoved();
  };
  const [isPreviewed, setIsPreviewed] = useState(false);
  const [opened, setOpened] = useState<{ readonly path: string; readonly isReplaced: boolean } | null>(null);
  const order = useFileOrder(drafts, draftKey);
  const isReading = beingRead.some(isBeingRead);
  const rowOf = (file: AttachingFile) => (
    <Chip
      key={file.id}
      name={file.name}
      isRefused={file.refusal !== null}
      isWide={file.refusal !== null || file.sound !== undefined}
      icon={<ReadingIcon file={file} />}
      onRemove={() => cancel(file)}
    >
      <Progress file={file} draftKey={draftKey} />
    </Chip>
  );
  return (
    <section aria-label={texts.label}>
      <ul className={styles.list}>
        {/*
          With a single list, a file keeps its row and the focus after it is read. Questions about sound come first,
          because the list scrolls.
        */}
        {[
          ...beingRead.filter(({ sound }) => sound).map(rowOf),
          ...attached.map((file, place) => (
            <Chip
              key={file.id}
              name={file.name}
              icon={<Thumbnail file={file} />}
              order={attached.length > 1 ? order.propsOf(file, place) : null}
              onOpen={() => setOpened({ path: file.path, isReplaced: false })}
              onRemove={() => remove(file)}
            >
              <span className={styles.facts}>{describeFile(file)}</span>
              {file.notes?.map((note) => (
                <span key={note} className={styles.note}>
                  {note}
                </span>
              ))}
            </Chip>
          )),
          ...beingRead.filter(({ sound }) => !sound).map(rowOf),
        ]}
      </ul>
      <ModelNote draftKey={draftKey} files={attached} />
      {attached.length > 0 && (
        <button type="button" className={styles.preview} onClick={() => setIsPreviewed(true)}>
          {previewTexts.open}
        </button>
      )}
      {isPreviewed && <PreviewDialog draftKey={draftKey} onClose={() => setIsPreviewed(false)} />}
      {opened !== null && (
        <DraftFileDialog
          key={opened.path}
          draftKey={draftKey}
          path={opened.path}
          onReplaced={(path) => setOpened({ path, isReplaced: true })}
          onClose={() => {
            setOpened(null);
            // The button that opened the dialog has disappeared with its file.
            if (opened.isReplaced) onRemoved();
          }}
        />
      )}
      <output className="visually-hidden">
        {isReading
          ? texts.reading
          : (order.announcement(attached.length) ??
            (attached.length > 0 && texts.read({ count: attached.length })))}
      </output>
    </section>
  );
}

function ReadingIcon({ file }: { readonly file: AttachingFile }) {
  const Icon = file.refusal === null ? IconFile : IconAlertTriangle;
  return <Icon size={20} stroke={1.5} aria-hidden />;
}

interface ProgressProps {
  readonly file: AttachingFile;
  readonly draftKey: string;
}

function Progress({ file, draftKey }: ProgressProps) {
  const { refusal, progress, sound } = file;
  if (refusal === null && sound)
    return (
      <span className={styles.offer}>
        <SoundOffer file={{ ...file, sound }} draftKey={draftKey} />
      </span>
    );
  if (refusal === null)
    return <span className={styles.facts}>{progress ? texts.progress(progress) : texts.reading}</span>;
  return (
    <span className={styles.refusal} role="alert">
      {refusal}
    </span>
  );
}

interface ChipProps {
  readonly name: string;
  readonly icon: ReactNode;
  readonly isRefused?: boolean;
  /** True if the row contains sentences. */
  readonly isWide?: boolean;
  /** Handlers for moving the file. Null if it is the only file. */
  readonly order?: FileOrder | null;
  /** Absent while the file is being read. */
  readonly onOpen?: () => void;
  readonly onRemove: () => void;
  readonly children: ReactNode;
}

function Chip({
  name,
  icon,
  isRefused = false,
  isWide = false,
  order = null,
  onOpen,
  onRemove,
  children,
}: ChipProps) {
  const facts = useId();
  const content = (
    <>
      <span className={styles.icon}>{icon}</span>
      <span className={styles.words}>
        <bdi className={styles.name} title={name}>
          {name}
        </bdi>
        <span id={facts} className={styles.details}>
          {children}
        </span>
      </span>
    </>
  );
  return (
    <li
      className={styles.chip}
      data-refused={isRefused || undefined}
      data-wide={isWide || undefined}
      {...order?.drag}
    >
      {onOpen ? (
        <button
          type="button"
          className={styles.open}
          aria-label={texts.open({ name })}
          aria-describedby={facts}
          title={order ? texts.moveHint : undefined}
          onClick={onOpen}
          {...order?.keys}
        >
          {content}
        </button>
      ) : (
        content
      )}
      <button type="button" className={styles.remove} aria-label={texts.remove({ name })} onClick={onRemove}>
        <IconX size={16} stroke={1.75} aria-hidden />
      </button>
    </li>
  );
}
