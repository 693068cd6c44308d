import type { FakeChats } from './fake-chats.ts';

export interface StoredFile {
  readonly id: string;
  readonly project_id: string;
  readonly name: string;
  /** Null if it failed verification. */
  readonly text: string | null;
  readonly pages: number | null;
}

export interface StoredPassages {
  /** The id of the reply. */
  readonly id: string;
  /** Null if they failed verification. */
  readonly passages: string | null;
}

export const storedFile = (
  project_id: string,
  name: string,
  text: string,
): StoredFile & { readonly text: string } => ({
  id: crypto.randomUUID(),
  project_id,
  name,
  text,
  pages: text.includes('\f') ? text.split('\f').length : null,
});

const idIn = (search: string): string | undefined => /[?&]id=eq\.([^&]+)/.exec(search)?.[1];

/** Stores files of projects and passages of replies like the database. */
export function storeProjectFiles(
  service: FakeChats,
  files: readonly StoredFile[] = [],
  replies: readonly StoredPassages[] = [],
) {
  let stored: readonly StoredFile[] = files;
  let passages = replies;
  service.answer('GET /rest/v1/project_files', ({ search }) => ({
    body: stored
      .filter(({ id, project_id }) => search.includes(project_id) || search.includes(id))
      .map((file) => ({
        media_type: 'application/pdf',
        size: 2_048,
        characters: file.text?.length ?? 1,
        created_at: '2026-11-01T12:00:00Z',
        ...file,
      })),
  }));
  service.answer('POST /rest/v1/project_files', ({ body }) => {
    stored = [...stored, body as StoredFile];
    return { status: 201 };
  });
  service.answer('DELETE /rest/v1/project_files', ({ search }) => {
    stored = stored.filter(({ id }) => idIn(search) !== id);
    return { status: 204 };
  });
  service.answer('GET /rest/v1/reply_passages', ({ search }) => ({
    body: passages.filter(({ id }) => idIn(search) === id),
  }));
  service.answer('POST /rest/v1/reply_passages', ({ body }) => {
    passages = [...passages, body as StoredPassages];
    return { status: 201 };
  });
  return { files: () => stored, passages: () => passages };
}
