import { expect, it } from 'vitest';
import { relaunchOptions } from './relaunch.ts';

const image = { APPIMAGE: '/home/me/Clover.AppImage', APPDIR: '/tmp/.mount_Clover' };

it('a restarted app shows its window, and follows no link again', () => {
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

it('a development build starts itself, even from the terminal of an AppImage', () => {
  expect(relaunchOptions(['electron', '.'], image, false)).toEqual({ args: ['.'] });
});
