export const oneLine = (text: string) => text.replace(/\s+/g, ' ');

export function filesLine(files: readonly { readonly name: string }[]): string {
  const names = files.map(({ name }) => `\`${oneLine(name).replaceAll('`', "'")}\``).join(', ');
  return names && `Files: ${names}`;
}
