import { thoughtTexts } from './texts.ts';

/** Formats a duration, such as "12 s" or "2 min 5 s". */
export function thinkingTime(milliseconds: number): string {
  const total = Math.max(1, Math.round(milliseconds / 1000));
  const [minutes, seconds] = [Math.floor(total / 60), total % 60];
  if (minutes === 0) return thoughtTexts.seconds({ seconds });
  return seconds === 0 ? thoughtTexts.minutes({ minutes }) : thoughtTexts.both({ minutes, seconds });
}
