/** Files and images in the clipboard. Some programs add an image of copied formatted text; then the text is pasted. */
export function pastedFiles({ files, types }: DataTransfer): readonly File[] {
  const isFormattedText = types.includes('text/html') && types.includes('text/plain');
  return isFormattedText ? [] : [...files];
}
