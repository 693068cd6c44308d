import { BrowserWindow, dialog, type WebContents } from 'electron';
import { questionTexts, type SystemQuestion } from './texts.ts';

/** Asks the user in a system dialog, which pages cannot confirm. Cancel is the default button. */
export async function askUser(
  contents: WebContents,
  type: 'question' | 'warning',
  { message, detail, confirm }: SystemQuestion,
): Promise<boolean> {
  const options = {
    type,
    message,
    detail,
    buttons: [confirm, questionTexts.cancel],
    defaultId: 1,
    cancelId: 1,
  };
  const window = BrowserWindow.fromWebContents(contents);
  const { response } = await (window
    ? dialog.showMessageBox(window, options)
    : dialog.showMessageBox(options));
  return response === 0;
}
