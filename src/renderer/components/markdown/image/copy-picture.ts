import { showToast } from '../../../lib/toast.ts';
import { markdownTexts } from '../texts.ts';

/** Puts a picture on the clipboard, which accepts only PNG. */
export async function copyPicture(picture: Blob): Promise<void> {
  try {
    const png = picture.type === 'image/png' ? picture : toPng(picture);
    // A promise instead of its result, because Safari requires the call during the click event.
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': png })]);
  } catch {
    showToast({ ...markdownTexts.pictureNotCopied, variant: 'destructive' });
    return;
  }
  showToast({ title: markdownTexts.copiedTitle, message: markdownTexts.pictureCopied, variant: 'success' });
}

async function toPng(picture: Blob): Promise<Blob> {
  const bitmap = await createImageBitmap(picture);
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [bitmap.width, bitmap.height];
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0);
  bitmap.close();
  const { promise, resolve, reject } = Promise.withResolvers<Blob>();
  canvas.toBlob((png) => (png ? resolve(png) : reject(new Error('The picture could not be converted.'))));
  return promise;
}
