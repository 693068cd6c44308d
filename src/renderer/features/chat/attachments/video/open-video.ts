import { FileRefused } from '../reading/refusal.ts';
import { videoTexts as texts } from './texts.ts';
import { videoLimits } from './video-limits.ts';

export interface OpenVideo {
  readonly element: HTMLVideoElement;
  /** In seconds. */
  readonly duration: number;
  /** Shows the frame at this time. Throws FileRefused. */
  readonly seek: (seconds: number) => Promise<void>;
  readonly close: () => void;
}

/**
 * Opens a video with the browser's own player, which decodes it outside of the page. It is not shown or played, and
 * nothing is requested. Throws FileRefused, or the signal's reason.
 */
export async function openVideo(file: Blob, signal: AbortSignal): Promise<OpenVideo> {
  const all = AbortSignal.any([signal, AbortSignal.timeout(videoLimits.milliseconds)]);
  const element = document.createElement('video');
  const url = URL.createObjectURL(file);
  const close = () => {
    element.removeAttribute('src');
    element.load();
    URL.revokeObjectURL(url);
  };
  const waitFor = async (event: string): Promise<void> => {
    const limit = AbortSignal.any([all, AbortSignal.timeout(videoLimits.stepMilliseconds)]);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const onAbort = () => reject(signal.aborted ? signal.reason : new FileRefused(texts.refused.tooSlow));
    const onError = () => reject(new FileRefused(texts.refused.notPlayable));
    const done = () => resolve();
    element.addEventListener(event, done);
    element.addEventListener('error', onError);
    limit.addEventListener('abort', onAbort);
    if (limit.aborted) onAbort();
    await promise.finally(() => {
      element.removeEventListener(event, done);
      element.removeEventListener('error', onError);
      limit.removeEventListener('abort', onAbort);
    });
  };
  const seek = async (seconds: number) => {
    const seeked = waitFor('seeked');
    element.currentTime = seconds;
    await seeked;
  };
  try {
    element.muted = true;
    element.preload = 'auto';
    const loaded = waitFor('loadeddata');
    element.src = url;
    await loaded;
    if (element.videoWidth === 0) throw new FileRefused(texts.refused.noPicture);
    // Recordings made by browsers don't declare their duration. The player computes it when seeking past the end.
    if (!Number.isFinite(element.duration)) await seek(videoLimits.seconds * 24);
    const duration = Number.isFinite(element.duration) ? element.duration : element.currentTime;
    if (duration > videoLimits.seconds) throw new FileRefused(texts.refused.tooLong);
    return { element, duration, seek, close };
  } catch (error) {
    close();
    throw error;
  }
}
