import { expect, it, vi } from 'vitest';
import { app, dialog, resetElectron } from '../testing/electron.ts';
import { reportProxyLogin } from './proxy-login.ts';

it('a proxy that requires a password is reported once, and a website never', () => {
  resetElectron();
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  reportProxyLogin();
  const event = { preventDefault: vi.fn<() => void>() };
  const ask = (isProxy: boolean) =>
    app.emit(
      'login',
      event,
      null,
      {},
      { isProxy, scheme: 'basic', host: 'proxy.example', port: 8080, realm: '' },
    );
  ask(false);
  expect(dialog.messages).toEqual([]);
  ask(true);
  ask(true);
  expect(dialog.messages.map(({ message }) => message)).toEqual([
    'The proxy proxy.example requires a name and password.',
  ]);
  // Nothing is sent: Electron ends the request itself.
  expect(event.preventDefault).not.toHaveBeenCalled();
});
