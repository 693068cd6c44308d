import { useCallback } from 'react';
import { loadModule } from '../../../lib/load-module.ts';
import { showToast } from '../../../lib/toast.ts';
import { useChatEngine } from '../chat-context.ts';
import { chatToasts } from '../texts.ts';

export function useAttach(draftKey: string): (files: readonly File[]) => void {
  const engine = useChatEngine();
  return useCallback(
    (files) => {
      if (files.length === 0) return;
      loadModule(() => import('./add-files.ts')).then(
        ({ addFiles }) => addFiles(engine, draftKey, files),
        (error: Error) => showToast(chatToasts.refused({ message: error.message })),
      );
    },
    [draftKey, engine],
  );
}
