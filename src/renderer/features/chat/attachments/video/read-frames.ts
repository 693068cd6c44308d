import { cleanFileName } from '../reading/file-name.ts';
import type { OnProgress } from '../reading/reading.ts';
import type { ReadImage } from '../reading/read-file.ts';
import { FileRefused } from '../reading/refusal.ts';
import { candidateTimes, chooseFrames, type FrameSample } from './choose-frames.ts';
import { type OpenVideo, openVideo } from './open-video.ts';
import { videoTexts as texts } from './texts.ts';
import { timeCode } from './time-code.ts';
import { videoLimits } from './video-limits.ts';

interface FrameOptions {
  /** The maximum number of frames. */
  readonly count: number;
  readonly signal: AbortSignal;
  readonly onProgress: OnProgress;
}

interface VideoFrames {
  readonly frames: readonly ReadImage[];
  /** In seconds. */
  readonly duration: number;
}

/** Chooses frames of a video and draws them. Throws FileRefused, or the signal's reason. */
export async function readFrames(
  file: File,
  { count, signal, onProgress }: FrameOptions,
): Promise<VideoFrames> {
  const video = await openVideo(file, signal);
  try {
    const { duration } = video;
    const times = candidateTimes(duration);
    const samples: FrameSample[] = [];
    for (const time of times) {
      await video.seek(time);
      samples.push(sampleFrame(video));
      onProgress(samples.length, times.length + count);
    }
    const frames: ReadImage[] = [];
    for (const place of chooseFrames(samples, count)) {
      const time = times[place] ?? 0;
      await video.seek(time);
      frames.push(await drawFrame(video, file.name, time));
      onProgress(times.length + frames.length, times.length + count);
    }
    return { frames, duration };
  } finally {
    video.close();
  }
}

function contextOf(width: number, height: number, willReadFrequently: boolean) {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d', { willReadFrequently });
  if (!context) throw new FileRefused(texts.refused.notPlayable);
  return { canvas, context };
}

function sampleFrame({ element }: OpenVideo): FrameSample {
  const [width, height] = [32, 18];
  const { context } = contextOf(width, height, true);
  context.drawImage(element, 0, 0, width, height);
  return context.getImageData(0, 0, width, height).data;
}

/** Draws the current frame with its time in a corner, so that the model knows the time. */
async function drawFrame({ element, duration }: OpenVideo, name: string, time: number): Promise<ReadImage> {
  const { videoWidth, videoHeight } = element;
  const scale = Math.min(1, videoLimits.frameSide / Math.max(videoWidth, videoHeight));
  const width = Math.max(1, Math.round(videoWidth * scale));
  const height = Math.max(1, Math.round(videoHeight * scale));
  const { canvas, context } = contextOf(width, height, false);
  context.imageSmoothingQuality = 'high';
  context.drawImage(element, 0, 0, width, height);
  const size = Math.max(12, Math.round(Math.min(width, height) / 24));
  const label = `${timeCode(time)} / ${timeCode(duration)}`;
  context.font = `600 ${size}px sans-serif`;
  context.textBaseline = 'top';
  context.fillStyle = 'rgba(0, 0, 0, 0.7)';
  context.fillRect(0, 0, context.measureText(label).width + size, size * 1.75);
  context.fillStyle = '#ffffff';
  context.fillText(label, size / 2, size * 0.4);
  const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.85 });
  const title = cleanFileName(name).replace(/\.[^.]{1,5}$/, '');
  const frameName = cleanFileName(`${title} ${timeCode(time).replaceAll(':', '-')}.jpg`);
  return { kind: 'image', name: frameName, mediaType: 'image/jpeg', blob, width, height, notes: [] };
}
