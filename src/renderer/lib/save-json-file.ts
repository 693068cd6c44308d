import { platform } from '../platform/index.ts';
import { params, texts as defineTexts } from '../../shared/texts.ts';
import { showToast, type Toast } from './toast.ts';

const texts = defineTexts('lib/jsonFile', {
  saved: params({ title: 'File saved', message: '{name}', variant: 'success' }),
  failed: { title: "Couldn't save the file. Try again.", variant: 'destructive' } satisfies Toast,
});

/** Saves a file, unless the user cancels. A toast shows its name, or that it failed. */
export async function saveJsonFile(name: string, json: string): Promise<void> {
  try {
    const saved = await platform.saveFile(name, new Blob([json], { type: 'application/json' }));
    if (saved !== null) showToast(texts.saved({ name: saved }));
  } catch {
    showToast(texts.failed);
  }
}
