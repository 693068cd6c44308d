import { afterEach, beforeEach, expect, it } from 'vitest';
import { originalFile, programFile, registerLinks } from './program.ts';
import { app, resetElectron } from './testing/electron.ts';

const image = { APPIMAGE: '/home/me/Clover.AppImage', APPDIR: '/tmp/.mount_Clover' };
const portable = { PORTABLE_EXECUTABLE_FILE: 'D:\\My Apps\\Clover.exe' };

beforeEach(resetElectron);
afterEach(() => void (app.isPackaged = false));

it('the app is restarted from a file that still exists after it ends', () => {
  expect(programFile({}, '/opt/Clover/clover')).toBe('/opt/Clover/clover');
  expect(programFile(image, '/tmp/.mount_Clover/clover')).toBe('/home/me/Clover.AppImage');
  expect(programFile(portable, 'C:\\Temp\\3f\\Clover.exe')).toBe('D:\\My Apps\\Clover.exe');
});

it("an installed app is not mistaken for another program's AppImage that started it", () => {
  expect(
    originalFile({ APPIMAGE: '/home/me/Other.AppImage', APPDIR: '/tmp/.mount_Other' }, '/opt/clover'),
  ).toBe(null);
});

it('links open the original file of a portable copy, and are not registered in development', () => {
  registerLinks('clover', portable);
  expect(app.protocolClients).toEqual([]);
  app.isPackaged = true;
  registerLinks('clover', portable);
  expect(app.protocolClients).toEqual([['clover', 'D:\\My Apps\\Clover.exe', []]]);
});
