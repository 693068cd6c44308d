import { dialog } from 'electron';
import { brand } from '../../shared/brand.ts';

/** Tells the person what went wrong with the files of this computer. Nobody has to answer: the app runs meanwhile. */
export function showTroubles(sentences: ReadonlySet<string>): void {
  if (sentences.size === 0) return;
  void dialog
    .showMessageBox({
      type: 'warning',
      title: brand,
      message: 'Some settings of this computer are not as you left them.',
      detail: [...sentences].join('\n\n'),
    })
    .catch(() => undefined);
}
