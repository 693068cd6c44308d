import type { Persona } from '../../../../shared/personas/persona.ts';
import { writePersonaFile } from '../../../../shared/personas/persona-file.ts';
import { showToast } from '../../../lib/toast.ts';
import { platform } from '../../../platform/index.ts';
import { personaFileTexts as texts } from './texts.ts';

export async function savePersonaFile(personas: readonly Persona[]): Promise<void> {
  const content = new Blob([writePersonaFile(personas)], { type: 'application/json' });
  try {
    await platform.saveFile(texts.fileName, content);
  } catch {
    showToast(texts.exportFailed);
  }
}
