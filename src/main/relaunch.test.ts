import { expect, it } from 'vitest';
import { relaunchOptions } from './relaunch.ts';

const image = { APPIMAGE: '/home/me/Clover.AppImage', APPDIR: '/tmp/.mount_Clover' };

it('a restarted app shows its window, and does not open an old link again', () => {
  const commandLine = ['/opt/clover', '--at-login', '--lang=de', 'clover://auth/callback?code=used'];
  expect(relaunchOptions(commandLine, {}, true)).toEqual({ args: ['--lang=de'] });
});

it('an AppImage and a portable copy are started from their original file', () => {
  expect(relaunchOptions(['/tmp/.mount_Clover/clover'], image, true)).toEqual({
    execPath: '/home/me/Clover.AppImage',
    args: ['--appimage-extract-and-run'],
  });
  const portable = { PORTABLE_EXECUTABLE_FILE: 'D:\\Clover.exe' };
  expect(relaunchOptions(['C:\\Temp\\Clover.exe'], portable, true)).toEqual({
    execPath: 'D:\\Clover.exe',
    args: [],
  });
});

it("a development build restarts itself, even in an AppImage's terminal", () => {
  expect(relaunchOptions(['electron', '.'], image, false)).toEqual({ args: ['.'] });
});
