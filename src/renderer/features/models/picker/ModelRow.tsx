/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus, jsx-a11y/no-static-element-interactions -- a row of a list box: the search field keeps the focus and handles the keys */
import { IconCheck, IconLock, IconStar, IconStarFilled } from '@tabler/icons-react';
import type { CSSProperties } from 'react';
import { listOf } from '../../../lib/locale.ts';
import { modelTexts } from '../texts.ts';
import { factsText } from './facts.ts';
import type { ModelLine } from './lines.ts';
import styles from './ModelList.module.css';
import { pickerTexts } from './texts.ts';

interface ModelRowProps {
  readonly id: string;
  readonly line: ModelLine;
  /** The position among all models in the list, including those that are not rendered. */
  readonly place: { readonly position: number; readonly count: number };
  readonly isActive: boolean;
  readonly isInUse: boolean;
  readonly isDisabled: boolean;
  readonly style: CSSProperties;
  readonly onActive: (line: ModelLine) => void;
  readonly onChoose: (line: ModelLine) => void;
  readonly onStar: (line: ModelLine) => void;
}

/** A lock marks models that the plan doesn't include [MODEL-033]. */
export function ModelRow(props: ModelRowProps) {
  const { id, line, place, isActive, isInUse, isDisabled, style, onActive, onChoose, onStar } = props;
  const { entry, section, isFavorite, namesSection } = line;
  const isOwn = section.kind !== 'active' && section.kind !== 'enabled';
  const isLocked = section.locked.has(entry.id);
  const facts = [factsText(entry, isOwn), namesSection && section.title].filter(Boolean).join(' · ');
  const states = [
    isInUse && modelTexts.inUse,
    isLocked && modelTexts.locked,
    isFavorite && pickerTexts.favorite,
  ].filter((state) => state !== false);
  return (
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      aria-current={isInUse || undefined}
      aria-disabled={isDisabled || undefined}
      aria-posinset={place.position}
      aria-setsize={place.count}
      data-locked={isLocked || undefined}
      title={isLocked ? modelTexts.locked : entry.id}
      className={styles.row}
      style={style}
      onPointerMove={() => onActive(line)}
      onPointerDown={(event) => event.preventDefault()}
      onClick={() => onChoose(line)}
    >
      <span className={styles.text}>
        <span className={styles.name} dir="auto">
          {entry.name}
        </span>{' '}
        <span className={styles.facts}>{facts}</span>
      </span>
      {states.length > 0 && <span className="visually-hidden">, {listOf(states)}</span>}
      <span
        className={styles.star}
        aria-hidden
        data-on={isFavorite || undefined}
        title={isFavorite ? pickerTexts.removeFavorite : pickerTexts.addFavorite}
        onClick={(event) => {
          event.stopPropagation();
          onStar(line);
        }}
      >
        {isFavorite ? (
          <IconStarFilled size={16} aria-hidden />
        ) : (
          <IconStar size={16} stroke={1.6} aria-hidden />
        )}
      </span>
      <span className={styles.mark}>
        {isLocked ? (
          <IconLock size={16} stroke={1.75} aria-hidden />
        ) : (
          isInUse && <IconCheck size={18} stroke={2} aria-hidden />
        )}
      </span>
    </div>
  );
}
