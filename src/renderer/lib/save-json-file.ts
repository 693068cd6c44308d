import { platform } from '../platform/index.ts';
import { jsonFileTexts as texts } from './json-file-texts.ts';
import { showToast } from './toast.ts';

/** Saves a file, unless the user cancels. A toast shows its name, or that saving failed. */
export async function saveJsonFile(name: string, json: string): Promise<void> {
  try {
    const saved = await platform.saveFile(name, new Blob([json], { type: 'application/json' }));
    if (saved !== null) showToast(texts.saved({ name: saved }));
  } catch {
    showToast(texts.failed);
  }
}
