export const oneLine = (text: string) => text.replace(/\s+/g, ' ');

/** Returns a Markdown line with the names of a message's files. */
export function filesLine(files: readonly { readonly name: string }[]): string {
  const names = files.map(({ name }) => `\`${oneLine(name).replaceAll('`', "'")}\``).join(', ');
  return names && `Files: ${names}`;
}
