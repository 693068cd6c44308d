// Starts the desktop app's main process on a data folder, without Electron. Prints the windows and messages that a user
// would see. With the second argument `change`, also changes a setting like a user.
import '../../../src/main/testing/fake-modules.ts';
import { app, dialog, recordedCalls } from '../../../src/main/testing/electron.ts';

const [directory = '', change] = process.argv.slice(2);
app.directory = directory;
const { start } = await import('../../../src/main/start.ts');
await start();
const messages: (string | undefined)[] = dialog.messages.map(({ detail }) => detail);
if (change === 'change') {
  const { openStore } = await import('../../../src/main/settings/store.ts');
  const { changeSettings, settingsSchema } = await import('../../../src/main/settings/settings.ts');
  try {
    changeSettings(openStore(directory, 'settings', settingsSchema), { closeToTray: false });
  } catch (error) {
    messages.push(error instanceof Error ? error.message : String(error));
  }
}
process.stdout.write(`${JSON.stringify({ windows: recordedCalls.windows.length, messages })}\n`);
process.exit(0);
