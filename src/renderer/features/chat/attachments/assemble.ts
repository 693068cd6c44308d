import {
  type CompletionMessage,
  type ImagePart,
  imageTypes,
  maxImageDataLength,
} from '../../../../shared/completion/completion.ts';
import { withAttachedTexts } from '../../../../shared/domain/attached-text.ts';
import { noPath } from '../../../../shared/encrypted-history/objects.ts';
import type { Attachment } from './attachment.ts';
import type { ChatFiles } from './chat-files.ts';
import { isUnverified } from './failure.ts';

/** A message whose files have not been read yet. */
export interface MessageWithFiles extends CompletionMessage {
  readonly files?: readonly Attachment[];
}

interface AssembleOptions {
  /** False if the model can't read images. */
  readonly supportsImages: boolean;
}

interface AssembledMessages {
  readonly messages: readonly CompletionMessage[];
  /** True if some images of the messages did not fit. */
  readonly isCut: boolean;
}

/** Some vendors refuse requests with more images. */
const maxImages = 100;

/**
 * Adds document texts and images to the messages. If not all images fit in the request, only the newest ones
 * are sent. The names of the others are added to the text, so that the model can mention them.
 */
export async function assemble(
  messages: readonly MessageWithFiles[],
  files: ChatFiles,
  { supportsImages }: AssembleOptions,
): Promise<AssembledMessages> {
  let room: number = maxImageDataLength;
  let count = 0;
  let isCut = false;
  const assembled: CompletionMessage[] = [];
  for (const { role, content, files: attached = [] } of messages.toReversed()) {
    const missing: string[] = [];
    const images: ImagePart[] = [];
    for (const file of attached) {
      if (file.kind !== 'image') continue;
      const image = supportsImages && count < maxImages ? await orUnverified(readImage(file, files)) : null;
      if (image === 'unverified') {
        missing.push(unverifiedNote(file));
        continue;
      }
      const isSent = image !== null && image.data.length <= room;
      if (isSent) {
        images.push(image);
        room -= image.data.length;
        count += 1;
      } else missing.push(`The image "${file.name}" is not included.`);
      isCut ||= supportsImages && !isSent;
    }
    const documents: { name: string; text: string }[] = [];
    for (const file of attached) {
      if (file.kind !== 'document') continue;
      const document = await orUnverified(readDocument(file, files));
      if (document === 'unverified') missing.push(unverifiedNote(file));
      else if (document === null) missing.push(`The file "${file.name}" no longer exists.`);
      else documents.push(document);
    }
    const notes = missing.map((note) => `[${note}]`).join('\n');
    const text = notes === '' ? content : `${notes}\n\n${content}`;
    assembled.push({
      role,
      content: withAttachedTexts(text, documents),
      ...(images.length > 0 && { images }),
    });
  }
  return { messages: assembled.toReversed(), isCut };
}

/** Resolves with `unverified` if a file failed verification, so that the rest of the chat can still be sent. */
const orUnverified = <Content>(reading: Promise<Content>): Promise<Content | 'unverified'> =>
  reading.catch((error: unknown) => {
    if (isUnverified(error)) return 'unverified';
    throw error;
  });

/** The name of a file is unknown if its row failed verification. */
const unverifiedNote = ({ path, kind, name }: Attachment): string => {
  const subject = path === noPath ? 'A file' : `The ${kind === 'image' ? 'image' : 'file'} "${name}"`;
  return `${subject} is not included, because it failed verification.`;
};

async function readDocument(file: Attachment, files: ChatFiles) {
  const text = await files.readText(file);
  return text === null ? null : { name: file.name, text };
}

async function readImage(file: Attachment, files: ChatFiles): Promise<ImagePart | null> {
  const blob = await files.readBlob(file);
  const mediaType = imageTypes.find((type) => type === file.mediaType);
  return blob && mediaType ? { mediaType, data: await base64Of(blob) } : null;
}

function base64Of(blob: Blob): Promise<string> {
  const reader = new FileReader();
  return new Promise((resolve, reject) => {
    reader.onload = () => {
      if (typeof reader.result === 'string') resolve(reader.result.replace(/^[^,]*,/, ''));
    };
    reader.onerror = () => reject(reader.error ?? new Error('The image could not be read.'));
    reader.readAsDataURL(blob);
  });
}
