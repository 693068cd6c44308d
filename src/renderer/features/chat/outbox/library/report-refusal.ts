import type { LibraryChange } from '../../../../lib/library-changes.ts';
import { keepRefusedChange } from '../../../../lib/refused-changes.ts';
import { refusedTexts } from '../../../../lib/refused-texts.ts';
import { showToast } from '../../../../lib/toast.ts';

/** Keeps the text of a refused change for which no form waits, and says why it was refused. */
export function reportRefusal(userId: string, change: LibraryChange, reason: string): void {
  showToast({
    title: refusedTexts.titles[change.list],
    message:
      change.value === null
        ? reason
        : refusedTexts.kept({ reason: keepRefusedChange(userId, change, reason) }),
    variant: 'destructive',
  });
}
