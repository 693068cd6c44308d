import { IconDownload, IconX } from '@tabler/icons-react';
import { type MouseEvent, useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { markdownTexts } from '../texts.ts';
import styles from './ImageDialog.module.css';

interface ImageDialogProps {
  readonly address: string;
  readonly alt: string;
  readonly download: string | undefined;
  readonly isRemote: boolean;
  readonly onClose: () => void;
}

/** An image as large as the window allows, in a native dialog. */
export function ImageDialog({ address, alt, download, isRemote, onClose }: ImageDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const closeOnBackdrop = (event: MouseEvent) => {
    if (event.target === dialog.current) dialog.current?.close();
  };
  return createPortal(
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- Escape closes it
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-label={alt}
      onClose={onClose}
      onClick={closeOnBackdrop}
    >
      <div className={styles.tools}>
        {download !== undefined && (
          <a
            className={styles.tool}
            href={address}
            download={download}
            aria-label={markdownTexts.downloadImage}
          >
            <IconDownload size={20} stroke={1.75} aria-hidden />
          </a>
        )}
        <button
          type="button"
          className={styles.tool}
          aria-label={markdownTexts.close}
          onClick={() => dialog.current?.close()}
        >
          <IconX size={20} stroke={1.75} aria-hidden />
        </button>
      </div>
      <img src={address} alt={alt} referrerPolicy={isRemote ? 'no-referrer' : undefined} />
    </dialog>,
    document.body,
  );
}
