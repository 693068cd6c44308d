/** A file that is being read on the device, or was refused. */
export interface AttachingFile {
  readonly id: string;
  readonly name: string;
  /** The number of pages, slides, sheets or chapters read so far. Null until it is known. */
  readonly progress: { readonly done: number; readonly total: number } | null;
  /** The message for a refused file. Null while the file is being read. */
  readonly refusal: string | null;
  readonly cancel: () => void;
  /** The sound of a video, which the user can have transcribed. */
  readonly sound?: VideoSound;
}

export interface VideoSound {
  /** Consecutive WAV files. */
  readonly pieces: readonly Blob[];
  /** The transcripts of the first pieces. */
  readonly texts: readonly string[];
  /** In seconds. */
  readonly duration: number;
  readonly isBeingRead: boolean;
  /** Why the transcription failed. Null if it has not failed. */
  readonly failure: string | null;
  /** Aborted when the user removes the row. */
  readonly signal: AbortSignal;
}

export const isBeingRead = ({ refusal, sound }: AttachingFile): boolean =>
  refusal === null && (sound?.isBeingRead ?? true);

const noFiles: readonly AttachingFile[] = [];

/** The files that are being attached to each draft. They are lost when the page reloads. */
export class AttachingFiles {
  readonly #files = new Map<string, readonly AttachingFile[]>();
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** Returns the same array until one of the draft's files changes. */
  of(draftKey: string): readonly AttachingFile[] {
    return this.#files.get(draftKey) ?? noFiles;
  }

  isReading(draftKey: string): boolean {
    return this.of(draftKey).some(isBeingRead);
  }

  /**
   * Returns the draft that a file belongs to, which may change while the file is being read. Null if the file
   * was removed.
   */
  draftOf(id: string): string | null {
    for (const [draftKey, files] of this.#files) if (files.some((file) => file.id === id)) return draftKey;
    return null;
  }

  add(draftKey: string, files: readonly AttachingFile[]): void {
    this.#set(draftKey, [...this.of(draftKey), ...files]);
  }

  change(id: string, change: Partial<AttachingFile>): void {
    const draftKey = this.draftOf(id);
    if (draftKey === null) return;
    this.#set(
      draftKey,
      this.of(draftKey).map((file) => (file.id === id ? { ...file, ...change } : file)),
    );
  }

  remove(id: string): void {
    const draftKey = this.draftOf(id);
    if (draftKey === null) return;
    this.#set(
      draftKey,
      this.of(draftKey).filter((file) => file.id !== id),
    );
  }

  /** Removes a draft's refused files and untranscribed sound. */
  removeUnread(draftKey: string): void {
    const files = this.of(draftKey);
    const others = files.filter(isBeingRead);
    if (others.length < files.length) this.#set(draftKey, others);
  }

  move(from: string, to: string): void {
    const files = this.of(from);
    if (files.length === 0) return;
    this.#set(from, noFiles);
    this.add(to, files);
  }

  dispose(): void {
    for (const files of this.#files.values()) for (const { cancel } of files) cancel();
    this.#files.clear();
  }

  #set(draftKey: string, files: readonly AttachingFile[]): void {
    this.#files.set(draftKey, files);
    for (const listener of this.#listeners) listener();
  }
}
