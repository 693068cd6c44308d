// Starts the desktop app's main process with a directory, without Electron, and prints what a user would see: windows and
// messages.
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
