import { IconFileText, IconPhoto, IconPhotoOff } from '@tabler/icons-react';
import type { Attachment } from './attachment.ts';
import styles from './Thumbnail.module.css';
import { useBlobUrl } from './use-blob-url.ts';

/** Shows a decorative thumbnail, because the file's name is next to it. */
export function Thumbnail({ file }: { readonly file: Attachment }) {
  return (
    <span className={styles.frame}>
      {file.kind === 'image' ? <Picture file={file} /> : <IconFileText size={20} stroke={1.5} aria-hidden />}
    </span>
  );
}

function Picture({ file }: { readonly file: Attachment }) {
  const shown = useBlobUrl(file);
  if (shown.state === 'ready') return <img className={styles.picture} src={shown.url} alt="" />;
  const Icon = shown.state === 'loading' ? IconPhoto : IconPhotoOff;
  return <Icon size={20} stroke={1.5} aria-hidden />;
}
