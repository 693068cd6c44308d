import { z } from 'zod';
import { platform } from '../../platform/index.ts';
import { chatModelsKey, readStored, writeStored } from '../../lib/storage.ts';

/** A chosen model; `vendorName` is null for the active vendor. */
const choiceSchema = z.object({ id: z.string().nullable(), vendorName: z.string().nullable() });
export type ModelChoice = Readonly<z.infer<typeof choiceSchema>>;

/** Limits the stored list. */
const MOST_CHATS = 500;
/** Names of the stored default. */
const MODEL_KEY = 'model';
const VENDOR_KEY = 'model_vendor';

/** The model that new chats start with: the one chosen last. */
export const readDefault = (): ModelChoice => ({
  id: platform.uiState.get(MODEL_KEY),
  vendorName: platform.uiState.get(VENDOR_KEY) || null,
});

export function writeDefault({ id, vendorName }: ModelChoice): void {
  platform.uiState.set(MODEL_KEY, id ?? '');
  platform.uiState.set(VENDOR_KEY, vendorName ?? '');
}

const schema = z.record(z.string(), choiceSchema);

/** The models of the user's chats on this device, by chat. */
export function readChoices(userId: string): Readonly<Record<string, ModelChoice>> {
  try {
    return schema.parse(JSON.parse(readStored(chatModelsKey(userId)) ?? '{}'));
  } catch {
    return {};
  }
}

export function writeChoice(userId: string, chatId: string, choice: ModelChoice): void {
  const { [chatId]: _before, ...others } = readChoices(userId);
  const latest = [...Object.entries(others), [chatId, choice] as const].slice(-MOST_CHATS);
  writeStored(chatModelsKey(userId), JSON.stringify(Object.fromEntries(latest)));
}
