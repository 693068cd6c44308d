import { useState } from 'react';
import { ImageDialog } from '../image/ImageDialog.tsx';
import { markdownTexts } from '../texts.ts';
import styles from './Diagram.module.css';
import type { Drawing } from './draw-diagram.ts';

/** A diagram, at most as wide as the column; a click enlarges it. */
export function DiagramImage({ drawing }: { readonly drawing: Drawing }) {
  const [isOpen, setIsOpen] = useState(false);
  const { address, width, height } = drawing;
  const name = drawing.title || markdownTexts.diagram;
  return (
    <>
      <button
        type="button"
        className={styles.image}
        aria-label={markdownTexts.enlarge(name)}
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >
        <img src={address} alt={name} width={Math.ceil(width)} height={Math.ceil(height)} />
      </button>
      {isOpen && (
        <ImageDialog
          address={address}
          alt={name}
          download={undefined}
          isRemote={false}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
}
