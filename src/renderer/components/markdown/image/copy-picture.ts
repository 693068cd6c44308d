import { showToast } from '../../../lib/toast.ts';
import { markdownTexts } from '../texts.ts';

/** Puts an image on the clipboard, which accepts only PNG. Rejects only if `picture` does. */
export async function copyPicture(picture: Blob | Promise<Blob>): Promise<void> {
  try {
    // Pass the promise: Safari requires the call during the click event, before the image is ready.
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': toPng(picture) })]);
  } catch {
    await picture;
    showToast({ ...markdownTexts.pictureNotCopied, variant: 'destructive' });
    return;
  }
  showToast({ title: markdownTexts.copiedTitle, message: markdownTexts.pictureCopied, variant: 'success' });
}

async function toPng(loading: Blob | Promise<Blob>): Promise<Blob> {
  const picture = await loading;
  if (picture.type === 'image/png') return picture;
  const bitmap = await createImageBitmap(picture);
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [bitmap.width, bitmap.height];
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0);
  bitmap.close();
  const { promise, resolve, reject } = Promise.withResolvers<Blob>();
  canvas.toBlob((png) => (png ? resolve(png) : reject(new Error('The picture could not be converted.'))));
  return promise;
}
