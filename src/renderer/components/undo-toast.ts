import { type Toast, showToast } from '../lib/toast.ts';
import { undoTexts } from './texts.ts';

export function showUndo(title: string, undo: () => void, toast: Pick<Toast, 'id' | 'onClose'> = {}): void {
  showToast({ ...toast, title, action: { label: undoTexts.undo, run: undo } });
}
