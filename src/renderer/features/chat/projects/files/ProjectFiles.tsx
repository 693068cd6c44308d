import { IconAlertTriangle, IconFileText, IconX } from '@tabler/icons-react';
import { useId, useRef, useState } from 'react';
import { Button } from '../../../../components/Button.tsx';
import { lazyComponent } from '../../../../components/lazy-component.tsx';
import { useIsOnline } from '../../../../lib/use-is-online.ts';
import type { AttachingFile } from '../../attachments/attaching.ts';
import { unitOf } from '../../attachments/file-facts.ts';
import { fileSize } from '../../attachments/file-size.ts';
import { fileTexts } from '../../attachments/texts.ts';
import { useFileDrop } from '../../attachments/use-file-drop.ts';
import type { ProjectFile } from './project-file.ts';
import styles from './ProjectFiles.module.css';
import { projectFileTexts as texts, tryQuestionTexts } from './texts.ts';
import { useProjectFiles } from './use-project-files.ts';

const ProjectFileViewer = lazyComponent(
  async () => (await import('./ProjectFileViewer.tsx')).ProjectFileViewer,
  { look: 'dialog' },
);

const TryQuestion = lazyComponent(async () => (await import('./TryQuestion.tsx')).TryQuestion, {
  look: 'dialog',
});

const describe = ({ media_type: mediaType, pages, size }: ProjectFile): string =>
  [pages === null ? null : fileTexts.parts[unitOf({ mediaType })]({ count: pages }), fileSize(size)]
    .filter((fact) => fact !== null)
    .join(' · ');

/** Lists the files that the chats of a project can use. */
export function ProjectFiles({ projectId }: { readonly projectId: string }) {
  const { files, hasFailed, retry, adding, notesOf, add, dismiss, remove } = useProjectFiles(projectId);
  const { isOver, area } = useFileDrop(add);
  const isOnline = useIsOnline();
  const [opened, setOpened] = useState<ProjectFile | null>(null);
  const [isTrying, setIsTrying] = useState(false);
  const heading = useId();
  const addButton = useRef<HTMLDivElement>(null);
  const focusAdd = () => addButton.current?.querySelector('button')?.focus();
  const isReading = adding.some(({ refusal }) => refusal === null);
  return (
    <section className={styles.section} aria-labelledby={heading} data-over={isOver || undefined} {...area}>
      <div className={styles.head} ref={addButton}>
        <h2 id={heading} className={styles.heading}>
          {texts.title}
        </h2>
        {files && files.length > 0 && (
          <Button look="plain" size="small" onClick={() => setIsTrying(true)}>
            {tryQuestionTexts.open}
          </Button>
        )}
        <AddButton isDisabled={!isOnline} onFiles={add} />
      </div>
      {!isOnline && <p className={styles.about}>{texts.needsConnection}</p>}
      {hasFailed && (
        <p className={styles.about}>
          {texts.notLoaded}{' '}
          <Button look="plain" size="small" onClick={retry}>
            {texts.retry}
          </Button>
        </p>
      )}
      {files && (
        <p className={styles.about}>{files.length + adding.length === 0 ? texts.none : texts.about}</p>
      )}
      {(files?.length ?? 0) + adding.length > 0 && (
        <ul className={styles.list} aria-label={texts.title}>
          {files?.map((file) => (
            <li key={file.id} className={styles.row}>
              <button
                type="button"
                className={styles.open}
                aria-label={fileTexts.open({ name: file.name })}
                aria-describedby={`${heading}-${file.id}`}
                onClick={() => setOpened(file)}
              >
                <IconFileText size={18} stroke={1.5} aria-hidden />
                <bdi className={styles.name}>{file.name}</bdi>
                <span id={`${heading}-${file.id}`} className={styles.facts}>
                  {describe(file)}
                </span>
              </button>
              <RemoveButton
                name={file.name}
                onRemove={() => {
                  focusAdd();
                  void remove(file);
                }}
              />
              {/* Not in the button, whose name replaces its content for screen readers. */}
              {notesOf(file.id).map((note) => (
                <p key={note} className={styles.note}>
                  {note}
                </p>
              ))}
            </li>
          ))}
          {adding.map((file) => (
            <AddingRow
              key={file.id}
              file={file}
              onRemove={() => {
                focusAdd();
                file.cancel();
                dismiss(file.id);
              }}
            />
          ))}
        </ul>
      )}
      <output className="visually-hidden">{isReading && fileTexts.reading}</output>
      {isTrying && <TryQuestion projectId={projectId} onClose={() => setIsTrying(false)} />}
      {opened && <ProjectFileViewer file={opened} onClose={() => setOpened(null)} />}
    </section>
  );
}

interface AddButtonProps {
  readonly isDisabled: boolean;
  readonly onFiles: (files: readonly File[]) => void;
}

function AddButton({ isDisabled, onFiles }: AddButtonProps) {
  const field = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button look="outlined" size="small" disabled={isDisabled} onClick={() => field.current?.click()}>
        {texts.add}
      </Button>
      <input
        ref={field}
        type="file"
        multiple
        hidden
        aria-label={texts.add}
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])]);
          // Otherwise, selecting the same file again would not trigger an event.
          currentTarget.value = '';
        }}
      />
    </>
  );
}

function AddingRow({ file, onRemove }: { readonly file: AttachingFile; readonly onRemove: () => void }) {
  const { name, refusal, progress } = file;
  const Icon = refusal === null ? IconFileText : IconAlertTriangle;
  return (
    <li className={styles.row} data-refused={refusal !== null || undefined}>
      <span className={styles.open}>
        <Icon size={18} stroke={1.5} aria-hidden />
        <bdi className={styles.name}>{name}</bdi>
        {refusal === null ? (
          <span className={styles.facts}>{progress ? fileTexts.progress(progress) : fileTexts.reading}</span>
        ) : (
          <span className={styles.refusal} role="alert">
            {refusal}
          </span>
        )}
      </span>
      <RemoveButton name={name} onRemove={onRemove} />
    </li>
  );
}

const RemoveButton = ({ name, onRemove }: { readonly name: string; readonly onRemove: () => void }) => (
  <button type="button" className={styles.remove} aria-label={texts.remove({ name })} onClick={onRemove}>
    <IconX size={16} stroke={1.75} aria-hidden />
  </button>
);
