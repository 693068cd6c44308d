import { app, Menu } from 'electron';
import { linkScheme } from '../deep-link.ts';
import { programFile } from '../program.ts';
import { trayTexts as texts } from '../computer/texts.ts';
import { menuTexts } from './texts.ts';

export interface JumpListActions {
  readonly newChat: () => void;
  readonly newWindow: () => void;
  readonly quickAsk: () => void;
}

/**
 * Sets the menu of the app's icon in the Windows taskbar and the macOS dock. An entry on Windows starts the app with a
 * link, which the running app receives.
 */
export function setJumpList(
  platform: NodeJS.Platform,
  environment: NodeJS.ProcessEnv,
  { newChat, newWindow, quickAsk }: JumpListActions,
): void {
  if (platform === 'darwin')
    app.dock?.setMenu(
      Menu.buildFromTemplate([
        { label: texts.newChat, click: newChat },
        { label: menuTexts.newWindow, click: newWindow },
        { label: texts.quickAsk, click: quickAsk },
      ]),
    );
  if (platform !== 'win32' || !app.isPackaged) return;
  const program = programFile(environment);
  app.setUserTasks([
    {
      program,
      arguments: `${linkScheme}://chat`,
      iconPath: program,
      iconIndex: 0,
      title: texts.newChat,
      description: texts.newChat,
    },
  ]);
}
