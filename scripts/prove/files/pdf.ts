import { deflateSync } from 'node:zlib';

export interface PdfOptions {
  readonly isCompressed?: boolean;
  /** Entries of the catalog, e.g. an action that runs when the file is opened. */
  readonly catalog?: string;
  /** Additional objects. The first one has the number from `firstFreeObject`. */
  readonly objects?: readonly string[];
  readonly annotations?: string;
}

export const firstFreeObject = (pages: number): number => 5 + pages * 2;

/**
 * Creates a PDF with these lines on each page, in any script. Its characters are numbers in a font, and a table maps
 * the numbers to Unicode, as in PDFs of current programs.
 */
export function createPdf(pages: readonly (readonly string[])[], options: PdfOptions = {}): Buffer {
  const signs = [...new Set(pages.flat().flatMap((line) => Array.from(line)))];
  const code = (sign: string) => (signs.indexOf(sign) + 1).toString(16).padStart(4, '0');
  const kids = pages.map((_, index) => `${5 + index * 2} 0 R`).join(' ');
  const font = `<< /Type /Font /Subtype /Type0 /BaseFont /Sample /Encoding /Identity-H /ToUnicode 4 0 R /DescendantFonts [<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Sample /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /FontDescriptor << /Type /FontDescriptor /FontName /Sample /Flags 4 /FontBBox [0 0 1000 1000] /ItalicAngle 0 /Ascent 800 /Descent -200 /CapHeight 700 /StemV 80 >> >>] >>`;
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R ${options.catalog ?? ''} >>`,
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    font,
    pdfStream(unicodeMap(signs), ''),
    ...pages.flatMap((lines, index) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents ${6 + index * 2} 0 R ${index === 0 ? (options.annotations ?? '') : ''} >>`,
      pdfStream(
        `BT /F1 12 Tf 50 800 Td 16 TL ${lines.map((line) => `<${Array.from(drawn(line), code).join('')}> Tj T*`).join('\n')} ET`,
        '',
        options.isCompressed,
      ),
    ]),
    ...(options.objects ?? []),
  ];
  return writePdf(objects);
}

/** Returns the line in the order of drawing, which is how PDFs store right-to-left text. */
const drawn = (line: string): string =>
  /[\u0590-\u06ff]/.test(line) ? Array.from(line).toReversed().join('') : line;

export function pdfStream(content: string | Buffer, entries: string, isCompressed = false): string {
  const bytes = Buffer.from(content);
  const data = isCompressed ? deflateSync(bytes) : bytes;
  const filter = isCompressed ? '/Filter /FlateDecode' : '';
  return `<< /Length ${data.length} ${filter} ${entries} >>\nstream\n${data.toString('latin1')}\nendstream`;
}

/** Creates a PDF with one page, on which several black images of this size are drawn. */
export function createImagePdf(width: number, height: number, count: number): Buffer {
  const image = pdfStream(
    Buffer.alloc(width * height * 3),
    `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8`,
    true,
  );
  const numbers = Array.from({ length: count }, (_, index) => index + 5);
  return writePdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /XObject << ${numbers.map((number) => `/I${number} ${number} 0 R`).join(' ')} >> >> /Contents 4 0 R >>`,
    pdfStream(numbers.map((number) => `q 595 0 0 842 0 0 cm /I${number} Do Q`).join('\n'), ''),
    ...numbers.map(() => image),
  ]);
}

/** Numbers the objects from 1 and adds their table. The first object is the catalog. */
export function writePdf(objects: readonly string[], trailer = ''): Buffer {
  let text = '%PDF-1.7\n%\xe2\xe3\xcf\xd3\n';
  const offsets = objects.map((object, index) => {
    const at = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return at;
  });
  const table = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
  const start = text.length;
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${trailer} >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
}

/** Maps character numbers to Unicode, at most 100 per section as the format requires. */
function unicodeMap(signs: readonly string[]): string {
  const lines = signs.map((sign, index) => {
    const unicode = Buffer.from(sign, 'utf16le').swap16().toString('hex');
    return `<${(index + 1).toString(16).padStart(4, '0')}> <${unicode}>`;
  });
  const sections = Array.from({ length: Math.ceil(lines.length / 100) }, (_, index) => {
    const part = lines.slice(index * 100, index * 100 + 100);
    return `${part.length} beginbfchar\n${part.join('\n')}\nendbfchar`;
  });
  return `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /Sample def /CMapType 2 def 1 begincodespacerange <0000> <ffff> endcodespacerange\n${sections.join('\n')}\nendcmap end end`;
}
