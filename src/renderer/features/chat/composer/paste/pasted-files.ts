/** Files and pictures of the clipboard. Programs add a picture of copied formatted text: then the text is pasted. */
export function pastedFiles({ files, types }: DataTransfer): readonly File[] {
  const isFormattedText = types.includes('text/html') && types.includes('text/plain');
  return isFormattedText ? [] : [...files];
}
