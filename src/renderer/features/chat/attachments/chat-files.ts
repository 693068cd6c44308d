import type { Attachment } from './attachment.ts';
import type { DocumentPart } from './reading/reading.ts';

export interface FileContent {
  /** The image as it is sent, or the original document. */
  readonly blob: Blob;
  /** The document's text as it is sent. Null for an image. */
  readonly text: string | null;
  /** The pages, slides or sheets of a document. Only set if it was read on this device. */
  readonly parts?: readonly DocumentPart[];
}

/** Stores file contents on this device and, once they are sent, on the service. */
export interface ChatFiles {
  /** Keeps a file on this device until it is sent or removed. */
  readonly keep: (path: string, content: FileContent) => Promise<void>;
  readonly forget: (files: readonly Pick<Attachment, 'path'>[]) => Promise<void>;
  /** Lists the paths on this device that start with this text. */
  readonly listKept: (beginning: string) => Promise<readonly string[]>;
  /** Returns null if the file no longer exists. Throws StoreError if loading fails. */
  readonly readBlob: (file: Attachment) => Promise<Blob | null>;
  /** Reads a document's text. Returns null and throws in the same cases as `readBlob`. */
  readonly readText: (file: Attachment) => Promise<string | null>;
  /** Reads the pages, slides or sheets of a document. Empty unless it was read on this device. */
  readonly readParts: (file: Attachment) => Promise<readonly DocumentPart[]>;
  /** Replaces the text of an unsent document after the user has chosen parts of it. */
  readonly rewrite: (file: Attachment, text: string) => Promise<void>;
  /** Uploads files that the service doesn't have. Idempotent. Throws StoreError. */
  readonly upload: (files: readonly Attachment[]) => Promise<void>;
  /** Adds uploaded files to a stored message. Idempotent. Throws StoreError. */
  readonly attach: (message: AttachmentTarget, files: readonly Attachment[]) => Promise<void>;
  /** Reads an immutable text from this device. If it is missing, loads it and keeps the result unless it is null. */
  readonly readThrough: (path: string, load: () => Promise<string | null>) => Promise<string | null>;
  /** Calls the function when the files are closed. */
  readonly whenClosed: (onClose: () => void) => void;
  readonly close: () => void;
}

export interface AttachmentTarget {
  readonly messageId: string;
  readonly chatId: string;
}

/** Loads the code for files on first use. */
export type OpenFiles = () => Promise<ChatFiles>;
