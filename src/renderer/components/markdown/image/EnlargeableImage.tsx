import { useState } from 'react';
import { markdownTexts } from '../texts.ts';
import { ImageDialog } from './ImageDialog.tsx';
import styles from './Image.module.css';

interface EnlargeableImageProps {
  readonly address: string;
  readonly alt: string;
  /** The name to save it under, without its ending; none where it may not be saved from here. */
  readonly download?: string;
  /** Comes from another host, which is told nothing about this page. */
  readonly isRemote?: boolean;
  readonly onError?: () => void;
}

/** A picture at a height of its own, so that nothing moves when it arrives; a click shows it large. */
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
        aria-label={markdownTexts.enlarge(alt)}
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
