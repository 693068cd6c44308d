import { z } from 'zod';
import { platform } from '../../platform/index.ts';
import { type ModelChoice, modelChoice } from '../../lib/model-choice.ts';
import { chatModelsKey, readStored, writeStored } from '../../lib/storage.ts';

/** Names of the stored choice. */
const MODEL_KEY = 'model';
const VENDOR_KEY = 'model_vendor';

/** The model picked last on this device. */
export function readLastPicked(): ModelChoice | null {
  const id = platform.uiState.get(MODEL_KEY);
  return id ? { id, vendorName: platform.uiState.get(VENDOR_KEY) || null } : null;
}

export function writeLastPicked({ id, vendorName }: ModelChoice): void {
  platform.uiState.set(MODEL_KEY, id);
  platform.uiState.set(VENDOR_KEY, vendorName ?? '');
}

const schema = z.record(z.string(), z.object({ ...modelChoice.shape, id: z.string().nullable() }));

/** The models that earlier versions kept on this device, by chat. They move to the chats as these are opened. */
function readChoices(userId: string): z.infer<typeof schema> {
  try {
    return schema.parse(JSON.parse(readStored(chatModelsKey(userId)) ?? '{}'));
  } catch {
    return {};
  }
}

export function readDeviceChoice(userId: string, chatId: string): ModelChoice | null {
  const { id = null, vendorName = null } = readChoices(userId)[chatId] ?? {};
  return id ? { id, vendorName } : null;
}

export function forgetDeviceChoice(userId: string, chatId: string): void {
  const { [chatId]: _moved, ...others } = readChoices(userId);
  writeStored(chatModelsKey(userId), Object.keys(others).length > 0 ? JSON.stringify(others) : null);
}
