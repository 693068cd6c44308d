// Lets the modules of the main process run without Electron: replaces Electron's modules with fakes. Must be the first
// import.
import { registerHooks } from 'node:module';

const fakeUrl = (name: string) => new URL(name, import.meta.url).href;
const fakes: Readonly<Record<string, string>> = {
  electron: fakeUrl('./electron.ts'),
  'electron-store': fakeUrl('./electron-store.ts'),
  keytar: fakeUrl('./keytar.ts'),
};

registerHooks({
  resolve: (specifier, context, next) => {
    const url = fakes[specifier];
    return url === undefined ? next(specifier, context) : { url, shortCircuit: true };
  },
});
// The build defines this value.
Object.assign(globalThis, { __UPDATE_KEY__: '' });
