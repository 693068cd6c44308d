/**
 * Returns the pasted files. Some programs add an image of copied formatted text to the clipboard. In that
 * case, the result is empty, so that only the text is pasted.
 */
export function pastedFiles({ files, types }: DataTransfer): readonly File[] {
  const isFormattedText = types.includes('text/html') && types.includes('text/plain');
  return isFormattedText ? [] : [...files];
}
