// Uses electron-store's base class, which works without Electron.
import Conf from 'conf';

interface Options {
  readonly name: string;
  readonly cwd: string;
}

// A default export, like the real package.
// oxlint-disable-next-line import/no-default-export
export default class ElectronStore extends Conf<Record<string, unknown>> {
  constructor({ name, cwd }: Options) {
    super({ cwd, configName: name, projectVersion: '0.0.0' });
  }
}
