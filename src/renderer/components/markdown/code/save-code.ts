import { showToast } from '../../../lib/toast.ts';
import { platform } from '../../../platform/index.ts';
import { markdownTexts } from '../texts.ts';

/** Languages whose name differs from the file extension. */
const extensions: Readonly<Record<string, string>> = {
  bash: 'sh',
  'c#': 'cs',
  'c++': 'cpp',
  csharp: 'cs',
  javascript: 'js',
  kotlin: 'kt',
  markdown: 'md',
  python: 'py',
  ruby: 'rb',
  rust: 'rs',
  shell: 'sh',
  typescript: 'ts',
};

/** Returns the file extension. The language comes from the reply, so unknown languages are saved as text. */
function extensionOf(language: string): string {
  const name = language.toLowerCase();
  return extensions[name] ?? (/^[a-z\d]{1,5}$/.test(name) ? name : 'txt');
}

export async function saveCode(language: string, text: string): Promise<void> {
  try {
    await platform.saveFile(`code.${extensionOf(language)}`, new Blob([text], { type: 'text/plain' }));
  } catch {
    showToast({ ...markdownTexts.downloadFailure, variant: 'destructive' });
  }
}
