import { expect, it } from 'vitest';
import { relaunchOptions } from './relaunch.ts';

const image = { APPIMAGE: '/home/me/Clover.AppImage' };

it('another start of the app brings its window, and follows no link a second time', () => {
  const commandLine = ['/opt/clover', '--at-login', '--lang=de', 'clover://auth/callback?code=used'];
  expect(relaunchOptions(commandLine, {}, true)).toEqual({ args: ['--lang=de'] });
});

it('an AppImage and a portable copy are started from the file that stays', () => {
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

it('a copy from its sources starts itself, whatever image its terminal came from', () => {
  expect(relaunchOptions(['electron', '.'], image, false)).toEqual({ args: ['.'] });
});
