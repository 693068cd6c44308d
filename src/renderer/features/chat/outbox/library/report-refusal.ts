import type { LibraryChange } from '../../../../lib/library-changes.ts';
import { keepRefusedChange } from '../../../../lib/refused-changes.ts';
import { refusedTexts } from '../../../../lib/refused-texts.ts';
import { showToast } from '../../../../lib/toast.ts';

/** Keeps the text of a refused change for which no form waits, and says why it was refused. */
export function reportRefusal(userId: string, change: LibraryChange, reason: string): void {
  showToast({
    title: refusedTexts.titles[change.list],
    message: hasText(change) ? keepText(userId, change, reason) : reason,
    variant: 'destructive',
  });
}

/** False for deletions, and for changes of a project that the user makes again with one click. */
const hasText = ({ list, value }: LibraryChange): boolean =>
  value !== null && (list !== 'projects' || 'name' in value || typeof value['instructions'] === 'string');

function keepText(userId: string, change: LibraryChange, refusal: string): string {
  const { reason, isStored } = keepRefusedChange(userId, change, refusal);
  return isStored ? refusedTexts.kept({ reason }) : refusedTexts.keptUntilClosed({ reason });
}
