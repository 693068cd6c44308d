import { IconPhotoOff, IconRefresh } from '@tabler/icons-react';
import { markdownTexts } from '../texts.ts';
import { EnlargeableImage } from './EnlargeableImage.tsx';
import styles from './Image.module.css';
import { useOwnImage } from './use-own-image.ts';

interface OwnImageProps {
  readonly id: string;
  readonly alt: string;
}

/** A generated image, loaded with the user's session, because its address alone gives no access. */
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

/** A file name from the first words of the description. */
function fileName(alt: string): string {
  const words = alt.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.slice(0, 6).join('-').slice(0, 60) || 'image';
}
