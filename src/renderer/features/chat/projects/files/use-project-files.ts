import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { showUndo } from '../../../../components/undo-toast.ts';
import { loadModule } from '../../../../lib/load-module.ts';
import { showToast } from '../../../../lib/toast.ts';
import { nullIfUnverified } from '../../attachments/failure.ts';
import { cleanFileName } from '../../attachments/reading/file-name.ts';
import { fileTexts } from '../../attachments/texts.ts';
import type { AttachingFile } from '../../attachments/attaching.ts';
import { useChatEngine } from '../../chat-context.ts';
import { deleteProjectFile, findProjectText, insertProjectFile } from './data.ts';
import type { ProjectFile } from './project-file.ts';
import { forgetProjectTexts, projectFilesQuery } from './queries.ts';
import { projectFileTexts as texts, projectFileToasts as toasts } from './texts.ts';

/** Returns the files of a project, and those that are being read or were refused. */
export function useProjectFiles(projectId: string) {
  const { store, files: openFiles } = useChatEngine();
  const client = useQueryClient();
  const query = projectFilesQuery(projectId, store, openFiles);
  const { data, isError, refetch } = useQuery(query);
  const [adding, setAdding] = useState<readonly AttachingFile[]>([]);
  /** Notes about how files were read. Only for files added since the page was opened. */
  const [notes, setNotes] = useState<ReadonlyMap<string, readonly string[]>>(new Map());
  const change = (edit: (files: ProjectFile[]) => ProjectFile[]) => {
    // Otherwise, the response to an earlier request would undo the change on screen.
    void client.cancelQueries({ queryKey: query.queryKey });
    client.setQueryData(query.queryKey, (files) => files && edit(files));
  };
  const reload = () => client.invalidateQueries({ queryKey: query.queryKey });
  const dismiss = (id: string) => setAdding((files) => files.filter((file) => file.id !== id));
  const update = (id: string, news: Partial<AttachingFile>) =>
    setAdding((files) => files.map((file) => (file.id === id ? { ...file, ...news } : file)));

  async function addOne(file: File, { id }: AttachingFile, signal: AbortSignal): Promise<void> {
    try {
      const { addProjectFile } = await loadModule(() => import('./add-project-file.ts'));
      const onProgress = (done: number, total: number) => update(id, { progress: { done, total } });
      const { row, notes: ofFile } = await addProjectFile(projectId, id, file, { signal, onProgress });
      setNotes((others) => new Map(others).set(id, ofFile));
      change((files) => [...files.filter((other) => other.id !== id), row]);
      void reload();
      dismiss(id);
    } catch (error) {
      if (signal.aborted) dismiss(id);
      else update(id, { refusal: error instanceof Error ? error.message : fileTexts.unread });
    }
  }

  return {
    files: data ?? null,
    hasFailed: isError && data === undefined,
    retry: () => void refetch(),
    adding,
    notesOf: (id: string): readonly string[] => notes.get(id) ?? [],
    dismiss,
    add(files: readonly File[]) {
      for (const file of files) {
        const controller = new AbortController();
        const entry: AttachingFile = {
          id: crypto.randomUUID(),
          name: cleanFileName(file.name),
          progress: null,
          refusal: null,
          cancel: () => controller.abort(),
        };
        setAdding((others) => [...others.filter(({ refusal }) => refusal === null), entry]);
        void addOne(file, entry, controller.signal);
      }
    },
    async remove(file: ProjectFile) {
      try {
        // Reads the text first, so that Undo can store it again. A text that failed verification can't be restored.
        const text = await nullIfUnverified(findProjectText(file.id));
        await deleteProjectFile(file.id);
        void forgetProjectTexts(openFiles, [file.id]);
        change((files) => files.filter(({ id }) => id !== file.id));
        if (text === null) return;
        showUndo(texts.removed({ name: file.name }), () => {
          void insertProjectFile(projectId, file, text).then(
            () => void reload(),
            () => showToast(toasts.restoreFailed),
          );
        });
      } catch {
        showToast(toasts.removeFailed);
      }
    },
  };
}
