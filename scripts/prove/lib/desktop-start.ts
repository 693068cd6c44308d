// Starts the desktop app's main process on a directory, without Electron, and prints what a person would see: the windows
// that were opened and what was told in dialogs.
import '../../../src/main/testing/stand-in.ts';
import { app, dialog, recorded } from '../../../src/main/testing/electron.ts';

const [directory = ''] = process.argv.slice(2);
app.directory = directory;
const { start } = await import('../../../src/main/start.ts');
await start();
process.stdout.write(
  `${JSON.stringify({ windows: recorded.windows.length, told: dialog.told.map(({ detail }) => detail) })}\n`,
);
process.exit(0);
