import { IconCopy, IconDownload, IconMessagePlus, IconX } from '@tabler/icons-react';
import { type MouseEvent, useContext, useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { markdownTexts } from '../texts.ts';
import { copyPicture } from './copy-picture.ts';
import styles from './ImageDialog.module.css';
import { AttachPictureContext } from './attach-picture.ts';

export interface ImageDialogProps {
  readonly address: string;
  readonly alt: string;
  /** Omitted if the image can't be saved. */
  readonly file?: File | undefined;
  readonly isRemote: boolean;
  readonly onClose: () => void;
}

/** Shows an image as large as the window allows. */
export function ImageDialog({ address, alt, file, isRemote, onClose }: ImageDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const use = useContext(AttachPictureContext);
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
        {file && (
          <>
            {use && (
              <button
                type="button"
                className={styles.tool}
                aria-label={markdownTexts.useImage}
                title={markdownTexts.useImage}
                onClick={() => {
                  dialog.current?.close();
                  use(file);
                }}
              >
                <IconMessagePlus size={20} stroke={1.75} aria-hidden />
              </button>
            )}
            <button
              type="button"
              className={styles.tool}
              aria-label={markdownTexts.copyImage}
              title={markdownTexts.copyImage}
              onClick={() => void copyPicture(file)}
            >
              <IconCopy size={20} stroke={1.75} aria-hidden />
            </button>
            <a
              className={styles.tool}
              href={address}
              download={file.name}
              aria-label={markdownTexts.downloadImage}
              title={markdownTexts.downloadImage}
            >
              <IconDownload size={20} stroke={1.75} aria-hidden />
            </a>
          </>
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
