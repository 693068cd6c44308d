/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a select could not be controlled from the field */
import { IconSearch } from '@tabler/icons-react';
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useId, useMemo, useRef, useState } from 'react';
import { modelTexts } from '../texts.ts';
import { type Line, modelLines, type ModelLine } from './lines.ts';
import type { ModelMemory } from './memory.ts';
import styles from './ModelList.module.css';
import { ModelRow } from './ModelRow.tsx';
import { useListKeys } from './use-list-keys.ts';
import type { ModelSection } from '../own-sections.ts';
import { pickerTexts } from './texts.ts';

/** Row heights (px), as in the style sheet. */
const HEIGHTS: Readonly<Record<Line['kind'], number>> = { heading: 32, model: 52 };

interface ModelListProps {
  readonly sections: readonly ModelSection[];
  readonly memory: ModelMemory;
  /** The key of the model in use. Null if there is none. */
  readonly inUse: string | null;
  /** True while the model is being changed. Choosing another one meanwhile shows a toast. */
  readonly isDisabled: boolean;
  readonly onChoose: (line: ModelLine) => void;
  readonly onStar: (line: ModelLine) => void;
}

/** The search field keeps the focus, and its keys move the selection in the list. */
export function ModelList({ sections, memory, inUse, isDisabled, onChoose, onStar }: ModelListProps) {
  const listId = useId();
  const [query, setQuery] = useState('');
  const lines = useMemo(() => modelLines(sections, memory, query), [memory, query, sections]);
  const { active, onKeyDown, onActive } = useListKeys({ lines, query, startId: inUse, onChoose, onStar });
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const scroller = useRef<HTMLDivElement>(null);
  const activeIndex = active ? lines.indexOf(active) : -1;
  // oxlint-disable-next-line react/incompatible-library -- its functions are used here only, and never memoized
  const virtualizer = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => HEIGHTS[lines[index]?.kind ?? 'model'],
    getItemKey: (index) => lines[index]?.id ?? index,
    overscan: 6,
    initialRect: { width: 380, height: 400 },
    rangeExtractor: useCallback(
      // The field refers to the selected row by id, so that row must be rendered.
      (range: Range) =>
        [...new Set([Math.max(activeIndex, 0), ...defaultRangeExtractor(range)])].toSorted((a, b) => a - b),
      [activeIndex],
    ),
  });
  // Sizes are cached by index, so rows are measured again if they change.
  useEffect(() => virtualizer.measure(), [lines, virtualizer]);
  useEffect(() => {
    if (activeIndex >= 0) virtualizer.scrollToIndex(activeIndex === 1 ? 0 : activeIndex);
  }, [activeIndex, virtualizer]);
  const optionId = (line: Line) => `${listId}-${line.id.replaceAll(/[^\w-]/g, '_')}`;
  const models = lines.filter((line) => line.kind === 'model');
  return (
    <>
      <label className={styles.field}>
        <IconSearch size={18} stroke={1.6} aria-hidden />
        <input
          ref={field}
          type="text"
          role="combobox"
          dir="auto"
          data-autofocus
          aria-label={pickerTexts.search}
          aria-expanded={models.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-keyshortcuts="Control+D"
          aria-activedescendant={active ? optionId(active) : undefined}
          placeholder={pickerTexts.search}
          autoComplete="off"
          spellCheck={false}
          value={query}
          onChange={(event) => setQuery(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
      </label>
      {models.length === 0 && (
        <p className={styles.none}>{query.trim() === '' ? modelTexts.empty : pickerTexts.noMatch}</p>
      )}
      {/* Not focusable, because keys in the search field move the selection and scroll the list. */}
      <div
        ref={scroller}
        id={listId}
        role="listbox"
        aria-label={modelTexts.title}
        className={styles.scroller}
        hidden={models.length === 0}
      >
        <div className={styles.list} style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map(({ index, start }) => {
            const line = lines[index];
            if (!line) return null;
            const style = { transform: `translateY(${start}px)` };
            if (line.kind === 'heading')
              return (
                <div key={line.id} className={styles.heading} style={style} aria-hidden>
                  {line.title}
                </div>
              );
            return (
              <ModelRow
                key={line.id}
                id={optionId(line)}
                line={line}
                place={{ position: models.indexOf(line) + 1, count: models.length }}
                isActive={line === active}
                isInUse={line.key === inUse}
                isDisabled={isDisabled}
                style={style}
                onActive={onActive}
                onChoose={onChoose}
                onStar={onStar}
              />
            );
          })}
        </div>
      </div>
      <output className="visually-hidden">
        {query.trim() !== '' && pickerTexts.count({ count: models.length })}
      </output>
    </>
  );
}
