// Imported first by a process that runs main's own modules without Electron: what only Electron has comes from this folder.
import { registerHooks } from 'node:module';

const here = (name: string) => new URL(name, import.meta.url).href;
const standIns: Readonly<Record<string, string>> = {
  electron: here('./electron.ts'),
  'electron-store': here('./electron-store.ts'),
  keytar: here('./keytar.ts'),
};

registerHooks({
  resolve: (specifier, context, next) => {
    const url = standIns[specifier];
    return url === undefined ? next(specifier, context) : { url, shortCircuit: true };
  },
});
// The build writes it in; a copy from its sources has none.
Object.assign(globalThis, { __UPDATE_KEY__: '' });
