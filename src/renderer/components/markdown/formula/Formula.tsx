import { memo, useContext, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { markdownTexts } from '../texts.ts';
import { AllowanceContext } from './allowance.ts';
import styles from './Formula.module.css';
import { FrameBudget } from './frame-budget.ts';
import {
  loadedTypesetter,
  loadTypesetter,
  onTypesetterAttempt,
  type RenderFormula,
  retryTypesetter,
  typesetterAttempts,
} from './typesetter.ts';

const budget = new FrameBudget();

interface FormulaProps {
  readonly source: string;
  readonly isDisplay: boolean;
}

/** Shows the source while KaTeX loads, or if the formula is invalid. */
export const Formula = memo(function Formula({ source, isDisplay }: FormulaProps) {
  const { drawn, offersRetry } = useTypeset(source, isDisplay);
  const className = isDisplay ? styles.display : styles.inline;
  const shown = drawn ? (
    <TypesetFormula element={drawn} className={className} />
  ) : (
    <span className={className} dir="ltr">
      <code className={styles.source}>{source}</code>
      {offersRetry && (
        <button type="button" className={styles.retry} onClick={retryTypesetter}>
          {markdownTexts.retryFormulas}
        </button>
      )}
    </span>
  );
  // A word joiner keeps punctuation on the formula's line.
  return isDisplay ? shown : <span className={styles.joined}>{shown}</span>;
});

interface TypesetFormulaProps {
  readonly element: HTMLElement;
  readonly className: string | undefined;
}

function TypesetFormula({ element, className }: TypesetFormulaProps) {
  const place = useRef<HTMLSpanElement>(null);
  const [isWide, setIsWide] = useState(false);
  useLayoutEffect(() => {
    const frame = place.current;
    if (!frame) return;
    frame.replaceChildren(element);
    const observer = new ResizeObserver(() => setIsWide(frame.scrollWidth > frame.clientWidth));
    observer.observe(frame);
    return () => observer.disconnect();
  }, [element]);
  // Wide formulas scroll, so they must be focusable for keyboard users.
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
  return <span ref={place} className={className} dir="ltr" tabIndex={isWide ? 0 : undefined} />;
}

interface TypesetResult {
  readonly source: string;
  readonly element: HTMLElement | null;
}

function useTypeset(
  source: string,
  isDisplay: boolean,
): { readonly drawn: HTMLElement | null; readonly offersRetry: boolean } {
  const allowance = useContext(AllowanceContext);
  const [result, setResult] = useState<TypesetResult | null>(null);
  const [offersRetry, setOffersRetry] = useState(false);
  const attempts = useSyncExternalStore(onTypesetterAttempt, typesetterAttempts, typesetterAttempts);
  useLayoutEffect(() => {
    const giveBack = allowance.take(source.length);
    if (!giveBack) return;
    let undo = () => {};
    let releaseNotice: (() => void) | null = null;
    let isUnmounted = false;
    const draw = (typeset: RenderFormula) =>
      setResult({ source, element: tryTypeset(typeset, source, isDisplay) });
    const typeset = loadedTypesetter();
    if (typeset) {
      // Render synchronously if there is time, so that the source doesn't flash when a formula becomes visible again.
      if (!budget.tryNow(() => draw(typeset))) undo = budget.schedule(() => draw(typeset));
    } else {
      loadTypesetter().then(
        (loaded) => {
          if (!isUnmounted) undo = budget.schedule(() => draw(loaded));
        },
        // Only one formula per text offers Retry, which retries all of them.
        () => {
          if (isUnmounted) return;
          releaseNotice = allowance.takeNotice();
          setOffersRetry(releaseNotice !== null);
        },
      );
    }
    return () => {
      isUnmounted = true;
      undo();
      giveBack();
      releaseNotice?.();
    };
  }, [source, isDisplay, allowance, attempts]);
  return { drawn: result?.source === source ? result.element : null, offersRetry };
}

function tryTypeset(typeset: RenderFormula, source: string, isDisplay: boolean): HTMLElement | null {
  try {
    return typeset(source, isDisplay);
  } catch {
    // An invalid or too deeply nested formula shows its source.
    return null;
  }
}
