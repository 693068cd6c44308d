/**
 * Returns the files of the clipboard. Some programs add an image of copied formatted text. In that case,
 * there are no files, so that only the text is pasted.
 */
export function pastedFiles({ files, types }: DataTransfer): readonly File[] {
  const isFormattedText = types.includes('text/html') && types.includes('text/plain');
  return isFormattedText ? [] : [...files];
}
