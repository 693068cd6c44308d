import { IconPhotoOff, IconRefresh } from '@tabler/icons-react';
import { markdownTexts } from '../texts.ts';
import { EnlargeableImage } from './EnlargeableImage.tsx';
import styles from './Image.module.css';
import { useOwnImage } from './use-own-image.ts';

interface OwnImageProps {
  readonly id: string;
  readonly alt: string;
}

/** A picture that the service made for its user: fetched with the session, so that its address alone opens nothing. */
export function OwnImage({ id, alt }: OwnImageProps) {
  const { address, hasFailed, retry } = useOwnImage(id);
  const name = alt || markdownTexts.ownImage;
  if (address) {
    return <EnlargeableImage address={address} alt={name} download={`${fileName(alt)}-${id.slice(0, 8)}`} />;
  }
  return (
    <span className={styles.frame} data-state={hasFailed ? 'failed' : 'loading'}>
      {hasFailed ? (
        <output className={styles.failure}>
          <IconPhotoOff size={20} stroke={1.75} aria-hidden />
          {markdownTexts.imageFailed}
          <button type="button" className={styles.button} onClick={retry}>
            <IconRefresh size={16} stroke={1.75} aria-hidden />
            {markdownTexts.tryAgain}
          </button>
        </output>
      ) : (
        <output className="visually-hidden">{markdownTexts.imageLoading(name)}</output>
      )}
    </span>
  );
}

/** Words of the description as the name of a file; every system's forbidden signs are left out. */
function fileName(alt: string): string {
  const words = alt.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.slice(0, 6).join('-').slice(0, 60) || 'image';
}
