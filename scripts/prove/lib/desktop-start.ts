// Starts the desktop app's main process on a directory, without Electron, and prints what a person would see: the windows
// that were opened and what was told in dialogs.
import '../../../src/main/testing/fake-modules.ts';
import { app, dialog, recorded } from '../../../src/main/testing/electron.ts';

const [directory = ''] = process.argv.slice(2);
app.directory = directory;
const { start } = await import('../../../src/main/start.ts');
await start();
process.stdout.write(
  `${JSON.stringify({ windows: recorded.windows.length, messages: dialog.messages.map(({ detail }) => detail) })}\n`,
);
process.exit(0);
