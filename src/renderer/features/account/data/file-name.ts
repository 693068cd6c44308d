import { cutGraphemes } from '../../../../shared/domain/graphemes.ts';

const longest = 60;

/** A title as part of a file's name that every system takes. */
export function toFileName(title: string): string {
  const safe = title
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{N}\p{M}_-]+/gu, ' ')
    .trim();
  return cutGraphemes(safe, longest).text.trim() || 'chat';
}
