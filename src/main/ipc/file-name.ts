/** Names that Windows keeps for devices, with or without an extension. */
const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;
const longest = 120;

/** A bare file name that every system takes, from a name that a page suggests: no folders, no hidden files, no devices. */
export function safeFileName(name: string): string {
  const clean = name
    .toWellFormed()
    // oxlint-disable-next-line no-control-regex
    .replaceAll(/[\u0000-\u001f\u007f<>:"/\\|?*]/g, '-')
    .replaceAll(/^[.\s]+|[.\s]+$/g, '')
    .slice(0, longest)
    .toWellFormed();
  return clean === '' || reserved.test(clean) ? `file-${clean || 'clover.txt'}` : clean;
}
