import { useQuery } from '@tanstack/react-query';
import { IconCopy, IconDownload, IconMessagePlus, IconZoomIn, IconZoomOut } from '@tabler/icons-react';
import { type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import { Button } from '../../../components/Button.tsx';
import { Dialog } from '../../../components/dialog/Dialog.tsx';
import { DialogActions } from '../../../components/dialog/DialogActions.tsx';
import { copyPicture } from '../../../components/markdown/image/copy-picture.ts';
import { AttachPictureContext } from '../../../components/markdown/image/attach-picture.ts';
import { markdownTexts } from '../../../components/markdown/texts.ts';
import { lazyComponent } from '../../../components/lazy-component.tsx';
import { LongText } from '../../../components/long-text/LongText.tsx';
import { commonTexts } from '../../../components/texts.ts';
import { showToast } from '../../../lib/toast.ts';
import { platform } from '../../../platform/index.ts';
import { useChatEngine } from '../chat-context.ts';
import { chatToasts } from '../texts.ts';
import type { AttachedDocument, Attachment } from './attachment.ts';
import { failureOf } from './failure.ts';
import { describeFile } from './file-facts.ts';
import styles from './FileViewer.module.css';
import { TextWithTables } from './tables/TextWithTables.tsx';
import { fileTexts as texts, viewerTexts } from './texts.ts';
import { useBlobUrl } from './use-blob-url.ts';

const PdfPages = lazyComponent(async () => (await import('./pages/PdfPages.tsx')).PdfPages, {
  look: 'panel',
  waiting: <Loading />,
});

interface FileViewerProps {
  readonly file: Attachment;
  /** Shown above the content. */
  readonly choice?: ReactNode;
  readonly actions?: ReactNode;
  readonly onClose: () => void;
}

class FileGone extends Error {}

/**
 * Shows an image, the pages of a PDF, or the text of a document as it is sent or with its tables, with a button to save
 * the file.
 */
export function FileViewer({ file, choice, actions, onClose }: FileViewerProps) {
  const { files } = useChatEngine();
  const attach = useContext(AttachPictureContext);
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => void (isOpen.current = false);
  }, []);
  const readContent = async (): Promise<Blob> => {
    const blob = await (await files()).readBlob(file);
    if (!blob) throw new FileGone();
    return blob;
  };
  const report = (action: Promise<unknown>) =>
    void action.catch((error: unknown) => {
      const reason = error instanceof FileGone ? 'gone' : failureOf(error);
      showToast(chatToasts.refused({ message: texts[reason] }));
    });
  const attachAgain = async () => {
    const blob = await readContent();
    // If the user has closed the dialog meanwhile, another file may be open.
    if (!isOpen.current) return;
    onClose();
    attach?.(new File([blob], file.name, { type: blob.type }));
  };
  return (
    <Dialog title={file.name} size="lg" onClose={onClose}>
      <p className={styles.facts}>{describeFile(file)}</p>
      {choice}
      {file.kind === 'image' ? (
        <Picture file={file} />
      ) : file.mediaType === 'application/pdf' ? (
        // The choice decides which text is sent.
        <PdfContent file={file} startsWithText={choice !== undefined} />
      ) : (
        <DocumentText file={file} />
      )}
      <DialogActions>
        {actions}
        {attach && (
          <Button look="plain" onClick={() => report(attachAgain())}>
            <IconMessagePlus size={18} stroke={1.75} aria-hidden /> {markdownTexts.useImage}
          </Button>
        )}
        {file.kind === 'image' && (
          <Button look="plain" onClick={() => report(copyPicture(readContent()))}>
            <IconCopy size={18} stroke={1.75} aria-hidden /> {markdownTexts.copyImage}
          </Button>
        )}
        <Button
          look="outlined"
          onClick={() => report(readContent().then((blob) => platform.saveFile(file.name, blob)))}
        >
          <IconDownload size={18} stroke={1.75} aria-hidden /> {viewerTexts.save}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function Picture({ file }: { readonly file: Extract<Attachment, { readonly kind: 'image' }> }) {
  const shown = useBlobUrl(file);
  const [isLarge, setIsLarge] = useState(false);
  if (shown.state === 'loading') return <Loading />;
  if (shown.state !== 'ready') return <p className={styles.note}>{texts[shown.state]}</p>;
  const label = isLarge ? viewerTexts.fit : viewerTexts.enlarge;
  const Icon = isLarge ? IconZoomOut : IconZoomIn;
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard scrolls it */}
      <div className={styles.picture} data-large={isLarge || undefined} tabIndex={isLarge ? 0 : undefined}>
        <img src={shown.url} alt={file.name} width={file.width} height={file.height} />
      </div>
      <Button look="plain" aria-pressed={isLarge} onClick={() => setIsLarge(!isLarge)}>
        <Icon size={18} stroke={1.75} aria-hidden /> {label}
      </Button>
    </>
  );
}

function Loading() {
  return <output className={styles.note}>{commonTexts.loading}</output>;
}

interface PdfContentProps {
  readonly file: AttachedDocument;
  readonly startsWithText: boolean;
}

function PdfContent({ file, startsWithText }: PdfContentProps) {
  const [isText, setIsText] = useState(startsWithText);
  return (
    <>
      {isText ? <DocumentText file={file} /> : <PdfPages file={file} />}
      <Button look="plain" onClick={() => setIsText(!isText)}>
        {isText ? viewerTexts.showPages : viewerTexts.showText}
      </Button>
    </>
  );
}

/** The texts of spreadsheets contain their tables. */
const hasTables = ({ mediaType }: AttachedDocument): boolean => /spreadsheet|^text\/csv$/.test(mediaType);

function DocumentText({ file }: { readonly file: AttachedDocument }) {
  const { files, userId } = useChatEngine();
  const { chosen = null } = file;
  const { data, error, isPending } = useQuery({
    queryKey: ['chat', 'attached-text', userId, file.path, chosen],
    queryFn: async () => (await files()).readText(file),
    // Not cached, because the text may be a megabyte.
    gcTime: 0,
    networkMode: 'always',
    retry: false,
  });
  const [isPlain, setIsPlain] = useState(false);
  const isTable = hasTables(file) && !isPlain;
  if (isPending) return <Loading />;
  if (data === undefined || data === null)
    return <p className={styles.note}>{texts[data === null ? 'gone' : failureOf(error)]}</p>;
  return (
    <>
      <div
        className={styles.text}
        dir="auto"
        role="document"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard scrolls it
        tabIndex={0}
        aria-label={isTable ? viewerTexts.table : viewerTexts.text}
      >
        {isTable ? <TextWithTables text={data} /> : <LongText text={data} />}
      </div>
      {hasTables(file) && (
        <Button look="plain" onClick={() => setIsPlain(isTable)}>
          {isTable ? viewerTexts.showText : viewerTexts.showTable}
        </Button>
      )}
    </>
  );
}
