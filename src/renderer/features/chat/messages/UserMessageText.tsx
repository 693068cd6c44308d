import { useId, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Markdown } from '../../../components/markdown/Markdown.tsx';
import { foldedPart } from './fold.ts';
import styles from './UserMessageText.module.css';
import { ownTexts } from './texts.ts';
import { useIsPrinting } from './use-is-printing.ts';

interface UserMessageTextProps {
  readonly text: string;
  /**
   * True if the search found a match in the message. The message then unfolds, and the user can fold it
   * again.
   */
  readonly isFound?: boolean;
  /** Called before the message unfolds, so that the view stops following the end of the conversation. */
  readonly onUnfold: () => void;
}

/** Shows the text of a message by the user, formatted like a reply. Long text is folded. */
export function UserMessageText({ text, isFound = false, onUnfold }: UserMessageTextProps) {
  const part = useMemo(() => foldedPart(text), [text]);
  const [isUnfolded, setIsUnfolded] = useState(isFound);
  const [wasFound, setWasFound] = useState(isFound);
  if (wasFound !== isFound) {
    setWasFound(isFound);
    if (isFound) setIsUnfolded(true);
  }
  const isPrinting = useIsPrinting();
  const button = useRef<HTMLButtonElement>(null);
  const textId = useId();
  const isFolded = part !== null && !isUnfolded && !isPrinting;
  const toggle = () => {
    if (!isUnfolded) onUnfold();
    flushSync(() => setIsUnfolded(!isUnfolded));
    // After folding, the button may be out of view. Unfolding moves nothing above the button.
    if (isUnfolded) button.current?.scrollIntoView({ block: 'nearest' });
  };
  return (
    <div className={styles.bubble}>
      <div id={textId} data-folded={isFolded || undefined}>
        <Markdown text={isFolded ? part : text} />
      </div>
      {part !== null && (
        <button
          ref={button}
          type="button"
          className={styles.toggle}
          aria-expanded={isUnfolded}
          aria-controls={textId}
          onClick={toggle}
        >
          {isUnfolded ? ownTexts.showLess : ownTexts.showAll}
        </button>
      )}
    </div>
  );
}
