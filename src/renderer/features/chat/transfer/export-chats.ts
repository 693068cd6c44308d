import { transcriptFileName } from '../../../../shared/domain/transcript.ts';
import { platform } from '../../../platform/index.ts';
import { toCloverJson } from './formats/clover-json.ts';
import { toMarkdown } from './formats/markdown.ts';
import type { PortableChat } from '../../../lib/portable-chat.ts';

export type ExportFormat = 'json' | 'md';

/** Saves chats as a file; false when the person cancelled. */
export function saveChats(
  chats: readonly PortableChat[],
  format: ExportFormat,
  now = new Date(),
): Promise<boolean> {
  const text = format === 'json' ? toCloverJson(chats, now) : chats.map(toMarkdown).join('\n---\n\n');
  const name = transcriptFileName(now).replace(/\.txt$/, `.${format}`);
  return platform.saveTextFile(chats.length === 1 ? name : name.replace(/^chat-/, 'chats-'), text);
}
