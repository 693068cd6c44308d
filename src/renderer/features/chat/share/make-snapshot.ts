import { splitSystemPrompt } from '../../../../shared/domain/system-prompt.ts';
import type { SharedMessage, Snapshot } from '../../../../shared/sharing/snapshot.ts';
import { splitReply } from '../../../lib/memory-lines.ts';
import type { Message } from '../chat.ts';

/** Generated images belong to their owner's account, so others can't load them. */
const generatedImage = /!\[[^\]]*\]\(\/functions\/v1\/images\/[0-9a-f-]+\)/g;

interface SnapshotParts {
  readonly title: string;
  /** The visible branch. */
  readonly rows: readonly Message[];
  /** By message id. */
  readonly reasonings: ReadonlyMap<string, string>;
  /** Null to leave out the models. */
  readonly nameOfModel: ((modelId: string) => string) | null;
  readonly sharedAt: Date;
}

/** Copies only the values that are listed here, so that new columns aren't shared by mistake. */
export function makeSnapshot({ title, rows, reasonings, nameOfModel, sharedAt }: SnapshotParts): Snapshot {
  const messages = rows.flatMap((row): SharedMessage[] => {
    if (row.role === 'system') return [];
    const whole = row.role === 'user' ? splitSystemPrompt(row.content).text : splitReply(row).text;
    const text = whole.replace(generatedImage, '').trim();
    const images = whole.match(generatedImage)?.length ?? 0;
    const omitted = images + (row.attachments?.length ?? 0);
    const reasoning = reasonings.get(row.id);
    if (text === '' && omitted === 0 && reasoning === undefined) return [];
    return [
      {
        role: row.role,
        text,
        ...(row.role === 'assistant' &&
          nameOfModel &&
          row.modelId !== null && {
            modelId: row.modelId,
            modelName: nameOfModel(row.modelId).slice(0, 400),
          }),
        ...(reasoning !== undefined && { reasoning }),
        ...(omitted > 0 && { omitted }),
      },
    ];
  });
  return { version: 1, title, sharedAt: sharedAt.toISOString(), messages };
}
