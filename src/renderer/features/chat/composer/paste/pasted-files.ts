/**
 * Some programs add an image of copied formatted text to the clipboard. Then the text is pasted, not the
 * image.
 */
export function pastedFiles({ files, types }: DataTransfer): readonly File[] {
  const isFormattedText = types.includes('text/html') && types.includes('text/plain');
  return isFormattedText ? [] : [...files];
}
