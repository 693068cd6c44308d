import { openPackage } from '../parts/package.ts';
import { TextOutput } from '../parts/text-output.ts';
import type { FormatReader } from '../reading.ts';

/** Lists the names and sizes of the files without unpacking them. */
export const readZipListing: FormatReader = async (file) => {
  const { entries } = await openPackage(file);
  const output = new TextOutput();
  output.add(`Archive with ${entries.length} entries. Only their names and sizes are included.\n\n`);
  for (const { name, size, isEncrypted } of entries)
    output.add(`- ${name.replace(/\s/g, ' ')} (${size} bytes${isEncrypted ? ', encrypted' : ''})\n`);
  return output.toReading();
};
