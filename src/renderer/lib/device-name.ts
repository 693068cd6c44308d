import { deviceTexts } from './device-texts.ts';

/** The first match counts, because a browser's user agent also names other browsers. */
const browsers = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bElectron\//, 'desktopApp'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/Chrome\/|\bCriOS\/|\bChromium\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
] as const;

const systems = [
  [/\bWindows\b/, 'Windows'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
] as const;

/** Names the browser and the system. Returns null if neither is known. */
export function deviceName(userAgent: string | null): string | null {
  const find = (names: readonly (readonly [RegExp, string])[]) =>
    names.find(([pattern]) => userAgent !== null && pattern.test(userAgent))?.[1];
  const found = find(browsers);
  const browser = found === 'desktopApp' ? deviceTexts.desktopApp : found;
  const system = find(systems);
  if (browser && system) return deviceTexts.name({ browser, system });
  return browser ?? system ?? null;
}
