import { useQuery } from '@tanstack/react-query';
import { IconChevronLeft, IconChevronRight, IconZoomIn, IconZoomOut } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Button } from '../../../../components/Button.tsx';
import { commonTexts } from '../../../../components/texts.ts';
import { readingDirection } from '../../../../lib/reading-direction.ts';
import type { AttachedDocument } from '../attachment.ts';
import { useChatEngine } from '../../chat-context.ts';
import { failureOf } from '../failure.ts';
import styles from './PdfPages.module.css';
import { fileTexts } from '../texts.ts';
import { PageNumber } from './PageNumber.tsx';
import { pageTexts as texts } from './texts.ts';
import { useDrawnPage } from './use-drawn-page.ts';

/** Shows the pages of a PDF, drawn on the device. */
export function PdfPages({ file }: { readonly file: AttachedDocument }) {
  const { files, userId } = useChatEngine();
  const { data, error, isPending } = useQuery({
    queryKey: ['chat', 'attached-file', userId, file.path],
    queryFn: async () => (await files()).readBlob(file),
    // Not cached, because the file may have 20 MB.
    gcTime: 0,
    networkMode: 'always',
    retry: false,
  });
  if (isPending) return <output className={styles.note}>{commonTexts.loading}</output>;
  if (!data) return <p className={styles.note}>{fileTexts[data === null ? 'gone' : failureOf(error)]}</p>;
  return <Pages key={file.path} file={data} known={file.allPages ?? file.pages ?? 1} />;
}

/** The widths of a page, in widths of the area in which it is shown. */
const zooms = [1, 1.5, 2, 3] as const;

interface PagesProps {
  readonly file: Blob;
  /** The number of pages as far as it is known before one is drawn. */
  readonly known: number;
}

function Pages({ file, known }: PagesProps) {
  const [page, setPage] = useState(1);
  const [level, setLevel] = useState(0);
  const area = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const zoom = zooms[level] ?? 1;
  const { pages, message, isDrawing, isEmpty } = useDrawnPage(file, { page, zoom, canvas, area });
  const count = pages ?? known;
  const show = (number: number) => {
    const next = Math.max(1, Math.min(count, number));
    if (next === page) return;
    setPage(next);
    if (area.current) Object.assign(area.current, { scrollLeft: 0, scrollTop: 0 });
  };
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const chosenPage = pageForKey(event, page, count);
    if (chosenPage === null || isInField(event) || (area.current && canScroll(area.current, event.key)))
      return;
    event.preventDefault();
    show(chosenPage);
  });
  useEffect(() => {
    // The keys work wherever the focus is in the dialog, which has the focus while it is open.
    const listener = (event: KeyboardEvent) => onKeyDown(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
  return (
    <div className={styles.pages}>
      <div className={styles.bar}>
        <div className={styles.group} data-flips>
          <BarButton
            label={texts.previous}
            Icon={IconChevronLeft}
            disabled={page === 1}
            onClick={() => show(page - 1)}
          />
          <PageNumber page={page} count={count} onChange={show} />
          <BarButton
            label={texts.next}
            Icon={IconChevronRight}
            disabled={page === count}
            onClick={() => show(page + 1)}
          />
        </div>
        <div className={styles.group}>
          <BarButton
            label={texts.zoomOut}
            Icon={IconZoomOut}
            disabled={level === 0}
            onClick={() => setLevel(level - 1)}
          />
          <BarButton
            label={texts.zoomIn}
            Icon={IconZoomIn}
            disabled={level === zooms.length - 1}
            onClick={() => setLevel(level + 1)}
          />
        </div>
      </div>
      <div
        ref={area}
        className={styles.area}
        dir="ltr"
        role="document"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard scrolls it
        tabIndex={0}
        aria-label={texts.label}
        aria-busy={isDrawing}
      >
        <canvas
          ref={canvas}
          className={styles.page}
          style={{ width: `${zoom * 100}%` }}
          hidden={isEmpty || message !== null}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the picture is moved into it without a copy
          role="img"
          aria-label={texts.shown({ page, count })}
        />
        {message === null && isEmpty && <p className={styles.note}>{commonTexts.loading}</p>}
        {message !== null && (
          <p className={styles.message} role="alert" dir="auto">
            {message}
          </p>
        )}
      </div>
      <output className="visually-hidden">{!isDrawing && texts.shown({ page, count })}</output>
    </div>
  );
}

interface BarButtonProps {
  readonly label: string;
  readonly Icon: typeof IconZoomIn;
  readonly disabled: boolean;
  readonly onClick: () => void;
}

function BarButton({ label, Icon, ...button }: BarButtonProps) {
  return (
    <Button {...button} look="plain" size="small" aria-label={label} title={label}>
      <Icon className={styles.icon} size={18} stroke={1.75} aria-hidden />
    </Button>
  );
}

function pageForKey({ key, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent, page: number, count: number) {
  if (altKey || ctrlKey || metaKey || shiftKey) return null;
  switch (key) {
    case 'ArrowRight':
      return page + readingDirection();
    case 'ArrowLeft':
      return page - readingDirection();
    case 'PageDown':
      return page + 1;
    case 'PageUp':
      return page - 1;
    case 'Home':
      return 1;
    case 'End':
      return count;
    default:
      return null;
  }
}

const isInField = ({ target }: KeyboardEvent): boolean =>
  target instanceof Element && target.closest('input, textarea, select') !== null;

/** Returns true if the key scrolls the page further in its direction. */
function canScroll(area: HTMLElement, key: string): boolean {
  const isAcross = key.startsWith('Arrow');
  const at = isAcross ? area.scrollLeft : area.scrollTop;
  const room = isAcross ? area.scrollWidth - area.clientWidth : area.scrollHeight - area.clientHeight;
  if (/^(?:ArrowRight|PageDown)$/.test(key)) return at < room - 1;
  return /^(?:ArrowLeft|PageUp)$/.test(key) && at > 1;
}
