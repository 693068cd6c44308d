/** Names that Windows reserves for devices, with or without an extension. */
const reservedNames = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;
const maxLength = 120;

/** Makes a file name valid on every system: no folders, no hidden files, no devices. */
export function safeFileName(name: string): string {
  const clean = name
    .toWellFormed()
    // oxlint-disable-next-line no-control-regex
    .replaceAll(/[\u0000-\u001f\u007f<>:"/\\|?*]/g, '-')
    .replaceAll(/^[.\s]+|[.\s]+$/g, '')
    .slice(0, maxLength)
    .toWellFormed();
  return clean === '' || reservedNames.test(clean) ? `file-${clean || 'clover.txt'}` : clean;
}
