import { beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeContents, recordedCalls, resetElectron } from '../testing/electron.ts';
import { openExternal } from './external.ts';
import { applyPolicies } from './policies.ts';

let contents: FakeContents;

beforeEach(() => {
  resetElectron();
  contents = new FakeContents();
  applyPolicies(contents.asElectron());
});

function isStopped(event: string, url: string, isMainFrame = true): boolean {
  const preventDefault = vi.fn<() => void>();
  contents.emit(event, { url, isMainFrame, preventDefault });
  return preventDefault.mock.calls.length > 0;
}

const open = (url: string): unknown =>
  contents.openHandler?.({ url } as Parameters<NonNullable<typeof contents.openHandler>>[0]);

const foreign = [
  'https://evil.example/',
  'http://127.0.0.1:3000/',
  'file:///etc/passwd',
  'app://clover.evil.example/',
  'app://evil/',
  'javascript:alert(1)',
  'data:text/html,x',
  'about:blank',
  'smb://host/share',
];

describe.each(['will-navigate', 'will-frame-navigate', 'will-redirect'])('%s', (event) => {
  it.each(foreign)('is denied to %s', (url) => {
    expect(isStopped(event, url)).toBe(true);
  });

  it('is allowed within the app', () => {
    expect(isStopped(event, 'app://clover/chat/1?x=1#end')).toBe(false);
  });

  it.each([...foreign, 'app://clover/', 'about:srcdoc#x'])('is denied in a frame to %s', (url) => {
    expect(isStopped(event, url, false)).toBe(true);
  });

  it('lets a frame load a document from the page, but not the page itself', () => {
    expect(isStopped(event, 'about:srcdoc', false)).toBe(false);
    expect(isStopped(event, 'about:srcdoc')).toBe(true);
  });
});

describe('a page that opens a window', () => {
  it.each([...foreign, 'https://good.example/'])('opens no window for %s', (url) => {
    expect(open(url)).toStrictEqual({ action: 'deny' });
  });

  it("opens only web and email links, with the system's programs", () => {
    for (const url of foreign.filter((one) => !one.startsWith('http'))) open(url);
    expect(recordedCalls.opened).toStrictEqual([]);
    open('https://good.example/a?b#c');
    open('http://plain.example/');
    open('mailto:someone@good.example');
    expect(recordedCalls.opened).toStrictEqual([
      'https://good.example/a?b#c',
      'http://plain.example/',
      'mailto:someone@good.example',
    ]);
  });

  it('cannot create a webview', () => {
    expect(isStopped('will-attach-webview', 'app://clover/')).toBe(true);
  });
});

describe('a URL that leaves the app', () => {
  it('is not opened if its scheme is not allowed or it has a user name', async () => {
    for (const url of ['file:///etc/passwd', 'https://bank.example@evil.example/'])
      await expect(openExternal(url)).resolves.toBe(false);
    expect(recordedCalls.opened).toStrictEqual([]);
  });

  it('is opened exactly as it was checked', async () => {
    await expect(openExternal('HTTPS://Good.Example\\path\t')).resolves.toBe(true);
    expect(recordedCalls.opened).toStrictEqual(['https://good.example/path']);
  });
});
