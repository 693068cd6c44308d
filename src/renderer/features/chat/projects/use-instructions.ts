import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { changeLibrary, refusalOf, useLibraryChanges } from '../../../lib/library-changes.ts';
import { showToast } from '../../../lib/toast.ts';
import { useUnsaved } from '../../../lib/unsaved.ts';
import { useChatEngine } from '../chat-context.ts';
import { chatToasts } from '../texts.ts';
import type { Project } from './project.ts';
import { changedInstructions, instructionsForm, projectInstructions } from './project-instructions.ts';
import { projectToasts } from './texts.ts';

/** The text that the user has typed, and the stored text that they saw before. */
const editSchema = z.object({ text: z.string(), seen: z.string().nullable() });

/**
 * Edits the project's instructions. If another device changes them meanwhile, both texts are shown, and nothing is
 * overwritten until the user decides.
 */
export function useInstructions({ id }: Project) {
  const { userId, store } = useChatEngine();
  const client = useQueryClient();
  const { data, isError, refetch } = useQuery(projectInstructions(id, store));
  const [edit, setEdit] = useUnsaved(userId, instructionsForm(id), editSchema);
  const [isBusy, setBusy] = useState(false);
  const { all } = useLibraryChanges(userId);
  const isNew = all.some(({ list, itemId, seen }) => list === 'projects' && itemId === id && seen === null);
  const isLoaded = data !== undefined || isNew;
  const stored = changedInstructions(data ?? null, all, id);
  const hasConflict = edit !== null && edit.seen !== stored && edit.text.trim() !== (stored ?? '');
  const save = async () => {
    if (!edit) return;
    setBusy(true);
    try {
      const text = edit.text.trim() || null;
      // The user has seen the stored text: in the field, or beside it after a conflict.
      const result = await changeLibrary(client, userId, {
        list: 'projects',
        itemId: id,
        value: { instructions: text },
        seen: { instructions: stored },
      });
      const refusal = refusalOf(result);
      // Shows the other device's text.
      if (refusal?.isConflict) await refetch();
      else if (refusal) showToast(chatToasts.refused({ message: refusal.refused }));
      else setEdit(null);
    } catch {
      showToast(projectToasts.changeFailed);
    }
    setBusy(false);
  };
  return {
    text: isLoaded ? (edit?.text ?? stored ?? '') : null,
    stored,
    /** The other device's text, if it differs. */
    theirs: hasConflict ? (stored ?? '') : null,
    isBusy,
    hasFailed: isError && !isLoaded,
    retry: () => void refetch(),
    setText: (text: string) =>
      setEdit(text === (stored ?? '') ? null : { text, seen: edit ? edit.seen : stored }),
    save,
    takeTheirs: () => setEdit(null),
  };
}
