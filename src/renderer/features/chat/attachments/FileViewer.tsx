import { useQuery } from '@tanstack/react-query';
import { IconDownload, IconZoomIn, IconZoomOut } from '@tabler/icons-react';
import { useState } from 'react';
import { Button } from '../../../components/Button.tsx';
import { Dialog } from '../../../components/dialog/Dialog.tsx';
import { DialogActions } from '../../../components/dialog/DialogActions.tsx';
import { LongText } from '../../../components/long-text/LongText.tsx';
import { commonTexts } from '../../../components/texts.ts';
import { showToast } from '../../../lib/toast.ts';
import { platform } from '../../../platform/index.ts';
import { useChatEngine } from '../chat-context.ts';
import { chatToasts } from '../texts.ts';
import type { Attachment } from './attachment.ts';
import { factsOf } from './file-facts.ts';
import styles from './FileViewer.module.css';
import { fileTexts as texts, viewerTexts } from './texts.ts';
import { useBlobUrl } from './use-blob-url.ts';

interface FileViewerProps {
  readonly file: Attachment;
  readonly onClose: () => void;
}

/** Shows an image, or the text of a document as it was sent, with a button to save the original. */
export function FileViewer({ file, onClose }: FileViewerProps) {
  const { files } = useChatEngine();
  const save = async () => {
    try {
      const blob = await (await files()).readBlob(file);
      if (blob) await platform.saveFile(file.name, blob);
      else showToast(chatToasts.refused({ message: texts.gone }));
    } catch {
      showToast(chatToasts.refused({ message: texts.failed }));
    }
  };
  return (
    <Dialog title={file.name} size="lg" onClose={onClose}>
      <p className={styles.facts}>{factsOf(file)}</p>
      {file.kind === 'image' ? <Picture file={file} /> : <DocumentText file={file} />}
      <DialogActions>
        <Button look="outlined" onClick={() => void save()}>
          <IconDownload size={18} stroke={1.75} aria-hidden /> {viewerTexts.save}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function Picture({ file }: { readonly file: Extract<Attachment, { readonly kind: 'image' }> }) {
  const shown = useBlobUrl(file);
  const [isLarge, setIsLarge] = useState(false);
  if (shown.state === 'loading') return <output className={styles.note}>{commonTexts.loading}</output>;
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

function DocumentText({ file }: { readonly file: Attachment }) {
  const { files, userId } = useChatEngine();
  const { data, isPending } = useQuery({
    queryKey: ['chat', 'attached-text', userId, file.path],
    queryFn: async () => (await files()).readText(file),
    // It may be a megabyte.
    gcTime: 0,
    networkMode: 'always',
    retry: false,
  });
  if (isPending) return <output className={styles.note}>{commonTexts.loading}</output>;
  if (data === undefined || data === null)
    return <p className={styles.note}>{data === null ? texts.gone : texts.failed}</p>;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard scrolls it
    <div className={styles.text} dir="auto" role="document" tabIndex={0} aria-label={viewerTexts.text}>
      <LongText text={data} />
    </div>
  );
}
