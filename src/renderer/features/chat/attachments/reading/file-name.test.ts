import { describe, expect, it } from 'vitest';
import { cleanFileName, extensionOf } from './file-name.ts';

describe('a file name', () => {
  it.each([
    ['../../etc/passwd', 'passwd'],
    ['C:\\Windows\\System32\\run.exe', 'run.exe'],
    ['/', 'file'],
    ['..', 'file'],
    [' a \n b.txt ', 'a b.txt'],
    ['a\0b\u0007.txt', 'ab.txt'],
    // With the direction mark, this name would be displayed as "invoice_exe.pdf".
    ['invoice_\u202Efdp.exe', 'invoice_fdp.exe'],
    ['\uFEFFReport\u200B.pdf', 'Report.pdf'],
    ['دليل المستخدم.pdf', 'دليل المستخدم.pdf'],
    ['a\uD800.txt', 'a\uFFFD.txt'],
  ])('%j is cleaned to %j', (name, clean) => expect(cleanFileName(name)).toBe(clean));

  it('is shortened to 255 characters and keeps its extension', () => {
    const name = cleanFileName(`${'👩‍👩‍👧'.repeat(100)}.xlsx`);
    expect(name.length).toBeLessThanOrEqual(255);
    expect(name).toMatch(/👩‍👩‍👧….xlsx$/u);
    expect(cleanFileName('x'.repeat(300))).toBe(`${'x'.repeat(254)}…`);
  });

  it('has the extension after its last dot', () => {
    expect(['a.tar.GZ', 'b', '.env', 'c.'].map(extensionOf)).toEqual(['gz', '', '', '']);
  });
});
