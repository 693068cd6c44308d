import type { SearchDocument } from '../../../../../shared/search/documents.ts';
import type { Manifest } from './manifest.ts';

export interface Segment {
  /** Removed before the documents are added. */
  readonly removedIds: readonly string[];
  readonly documents: readonly SearchDocument[];
}

/** In bytes. Larger segments are not merged. */
const maxMergedBytes = 512 * 1024;
/** Fewer small segments are not merged. */
const minSmallSegments = 16;

/** Returns the small segments at the end of the index, or none if there are only a few. */
export function segmentsToMerge({ segments }: Manifest): Manifest['segments'] {
  const large = segments.findLastIndex(({ bytes }) => bytes > maxMergedBytes);
  const small = segments.slice(large + 1);
  return small.length < minSmallSegments ? [] : small;
}

/** Combines consecutive segments into one with the same effect. */
export function mergeSegments(segments: readonly Segment[]): Segment {
  const documents = new Map<string, SearchDocument>();
  const removed = new Set<string>();
  for (const segment of segments) {
    const now = new Set(segment.removedIds);
    for (const id of now) removed.add(id);
    for (const [id, document] of documents)
      if (now.has(id) || (document.kind === 'message' && now.has(document.chatId))) documents.delete(id);
    for (const document of segment.documents) documents.set(document.id, document);
  }
  return { removedIds: [...removed], documents: [...documents.values()] };
}
