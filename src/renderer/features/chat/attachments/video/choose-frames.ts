import { videoLimits } from './video-limits.ts';

/** A frame scaled down for comparison, as RGBA bytes. */
export type FrameSample = ArrayLike<number>;

/** Returns the times (s) of the frames to compare. */
export function candidateTimes(duration: number): readonly number[] {
  const count = Math.min(
    videoLimits.candidates,
    Math.max(1, Math.floor(duration / videoLimits.candidateGap)),
  );
  return Array.from({ length: count }, (_, index) => ((index + 0.5) * duration) / count);
}

/** Frames that differ less (mean difference of the colors, 0 to 255) look the same. */
const minDifference = 1.5;
/** The weight of the distance in time: the length of the whole video counts as much as this color difference. */
const timeWeight = 24;
/** A frame is black if all its color values are lower. */
const darkest = 24;

const isColor = (index: number) => index % 4 !== 3;

function differenceOf(one: FrameSample, other: FrameSample): number {
  let sum = 0;
  for (let index = 0; index < one.length; index += 1)
    if (isColor(index)) sum += Math.abs((one[index] ?? 0) - (other[index] ?? 0));
  return (sum / one.length) * (4 / 3);
}

const isBlack = (sample: FrameSample) =>
  Array.from(sample).every((value, index) => !isColor(index) || value < darkest);

/**
 * Chooses frames that differ the most from each other, and spreads similar ones over time. Of frames that look the
 * same, only one is chosen. Returns their indexes in ascending order.
 */
export function chooseFrames(samples: readonly FrameSample[], count: number): readonly number[] {
  const places = samples.map((_, place) => place);
  const visible = places.filter((place) => !isBlack(samples[place] ?? []));
  const candidates = visible.length > 0 ? visible : places.slice(0, 1);
  const chosen = candidates.slice(0, 1);
  while (chosen.length < count) {
    let best: { readonly place: number; readonly score: number } | null = null;
    for (const place of candidates) {
      const difference = Math.min(
        ...chosen.map((other) => differenceOf(samples[place] ?? [], samples[other] ?? [])),
      );
      if (difference < minDifference) continue;
      const gap = Math.min(...chosen.map((other) => Math.abs(place - other)));
      const score = difference + (timeWeight * gap) / samples.length;
      if (score > (best?.score ?? 0)) best = { place, score };
    }
    if (!best) break;
    chosen.push(best.place);
  }
  return chosen.toSorted((a, b) => a - b);
}
