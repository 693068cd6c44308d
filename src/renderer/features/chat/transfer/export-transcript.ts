import { transcriptFileName } from '../../../../shared/domain/transcript.ts';
import { showToast } from '../../../lib/toast.ts';
import { platform } from '../../../platform/index.ts';
import { chatToasts } from '../texts.ts';
import { transferToasts } from './menu-texts.ts';

export const readTranscriptFile = async (readTranscript: () => Promise<string>) => ({
  name: transcriptFileName(new Date()),
  text: await readTranscript(),
});

export async function exportTranscript(readTranscript: () => Promise<string>): Promise<void> {
  try {
    const { name, text } = await readTranscriptFile(readTranscript);
    const saved = await platform.saveTextFile(name, text);
    if (saved !== null) showToast(transferToasts.saved({ name: saved }));
  } catch {
    showToast(chatToasts.exportFailed);
  }
}
