import { useState } from 'react';
import { markdownTexts } from '../texts.ts';
import styles from './Image.module.css';
import { LazyImageDialog } from './lazy-image-dialog.ts';

interface EnlargeableImageProps {
  readonly address: string;
  readonly alt: string;
  /** Omitted if the image is on another host, because its content can't be read. */
  readonly file?: File;
  /** True for images on other hosts, which get no referrer. */
  readonly isRemote?: boolean;
  readonly onError?: () => void;
}

/** Reserves the image's height, so that nothing moves when it loads. A click enlarges it. */
export function EnlargeableImage({ address, alt, file, isRemote = false, onError }: EnlargeableImageProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className={styles.frame}
        aria-label={markdownTexts.enlarge({ name: alt })}
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >
        <img
          src={address}
          alt={alt}
          decoding="async"
          draggable={!isRemote}
          referrerPolicy={isRemote ? 'no-referrer' : undefined}
          onError={onError}
        />
      </button>
      {isOpen && (
        <LazyImageDialog
          address={address}
          alt={alt}
          file={file}
          isRemote={isRemote}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
}
