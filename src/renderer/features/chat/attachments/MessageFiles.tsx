import { useId, useState } from 'react';
import { lazyComponent } from '../../../components/lazy-component.tsx';
import type { Attachment } from './attachment.ts';
import { describeFile } from './file-facts.ts';
import styles from './MessageFiles.module.css';
import { fileTexts as texts } from './texts.ts';
import { Thumbnail } from './Thumbnail.tsx';
import { useBlobUrl } from './use-blob-url.ts';

const FileViewer = lazyComponent(async () => (await import('./FileViewer.tsx')).FileViewer, {
  look: 'dialog',
});

export function MessageFiles({ files }: { readonly files: readonly Attachment[] }) {
  const [opened, setOpened] = useState<Attachment | null>(null);
  return (
    <>
      <ul className={styles.list} aria-label={texts.label}>
        {files.toSorted(compareImagesFirst).map((file) => (
          <li key={file.id} className={styles.file}>
            {file.kind === 'image' ? (
              <Picture file={file} onOpen={() => setOpened(file)} />
            ) : (
              <Document file={file} onOpen={() => setOpened(file)} />
            )}
          </li>
        ))}
      </ul>
      {opened && <FileViewer file={opened} onClose={() => setOpened(null)} />}
    </>
  );
}

const compareImagesFirst = (a: Attachment, b: Attachment): number =>
  Number(a.kind === 'document') - Number(b.kind === 'document');

interface DocumentProps {
  readonly file: Attachment;
  readonly onOpen: () => void;
}

function Document({ file, onOpen }: DocumentProps) {
  const facts = useId();
  return (
    <button
      type="button"
      className={styles.document}
      aria-label={texts.open({ name: file.name })}
      aria-describedby={facts}
      onClick={onOpen}
    >
      <Thumbnail file={file} />
      <span className={styles.words}>
        <bdi className={styles.name}>{file.name}</bdi>
        <span id={facts} className={styles.facts}>
          {describeFile(file)}
        </span>
      </span>
    </button>
  );
}

interface PictureProps {
  readonly file: Extract<Attachment, { readonly kind: 'image' }>;
  readonly onOpen: () => void;
}

/** Reserves space for the image, so that the conversation doesn't move when it loads. */
function Picture({ file, onOpen }: PictureProps) {
  const shown = useBlobUrl(file);
  return (
    <button
      type="button"
      className={styles.picture}
      aria-label={texts.open({ name: file.name })}
      title={file.name}
      style={{ aspectRatio: `${file.width} / ${file.height}` }}
      onClick={onOpen}
    >
      {shown.state === 'ready' ? (
        <img src={shown.url} alt="" width={file.width} height={file.height} />
      ) : (
        shown.state !== 'loading' && <span className={styles.missing}>{texts[shown.state]}</span>
      )}
    </button>
  );
}
