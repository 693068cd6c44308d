import { imagePartSchema, type ImagePart } from '../completion/completion.ts';

export const dataUrlOf = ({ mediaType, data }: ImagePart): string => `data:${mediaType};base64,${data}`;

/** Reads the image in a data URL. Null if it has another type or is not base64. */
export function readDataUrl(url: string): ImagePart | null {
  const [, mediaType] = /^data:([\w.+/-]+);base64,/.exec(url) ?? [];
  if (mediaType === undefined) return null;
  const data = url.slice(url.indexOf(',') + 1);
  return imagePartSchema.safeParse({ mediaType, data }).data ?? null;
}
