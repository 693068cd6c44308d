import { useState } from 'react';
import { markdownTexts } from '../texts.ts';
import { ImageDialog } from './ImageDialog.tsx';
import styles from './Image.module.css';

interface EnlargeableImageProps {
  readonly address: string;
  readonly alt: string;
  /** The file name without extension; omitted if it can't be saved. */
  readonly download?: string;
  /** True for another host, which gets no referrer. */
  readonly isRemote?: boolean;
  readonly onError?: () => void;
}

/** An image with a reserved height, so that nothing moves when it loads; a click enlarges it. */
export function EnlargeableImage({
  address,
  alt,
  download,
  isRemote = false,
  onError,
}: EnlargeableImageProps) {
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
        <ImageDialog
          address={address}
          alt={alt}
          download={download}
          isRemote={isRemote}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
}
