import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { showToast } from '../../../lib/toast.ts';
import { useUnsaved } from '../../../lib/unsaved.ts';
import { useChatEngine } from '../chat-context.ts';
import { saveInstructions } from './data.ts';
import type { Project } from './project.ts';
import { projectQueries, setInstructions } from './queries.ts';
import { projectToasts } from './texts.ts';

/** What the user has typed, and the stored text that they saw before. */
const editSchema = z.object({ text: z.string(), seen: z.string().nullable() });

/** The name of the form. */
export const instructionsForm = (projectId: string): string => `project:${projectId}`;

/**
 * The project's instructions while they are edited. If another device changes them meanwhile, both texts are shown,
 * and nothing is overwritten until the user decides.
 */
export function useInstructions({ id }: Project) {
  const { userId } = useChatEngine();
  const client = useQueryClient();
  const query = projectQueries.instructions(userId, id);
  const { data, isError, refetch } = useQuery(query);
  const [edit, setEdit] = useUnsaved(userId, instructionsForm(id), editSchema);
  const [isBusy, setBusy] = useState(false);
  const isLoaded = data !== undefined;
  const stored = data ?? null;
  const hasConflict = edit !== null && edit.seen !== stored && edit.text.trim() !== (stored ?? '');
  const save = async () => {
    if (!edit) return;
    setBusy(true);
    try {
      const text = edit.text.trim() || null;
      // The user has seen the stored text: in the field, or beside it after a conflict.
      const found = await saveInstructions(id, text, stored);
      setInstructions(client, userId, id, found);
      if (found === text) setEdit(null);
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
    useTheirs: () => setEdit(null),
  };
}
