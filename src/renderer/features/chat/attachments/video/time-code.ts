/**
 * Formats a time in a video: `0:07`, `12:30`, `1:02:03`. Models read it, so the digits are the same in all languages.
 */
export function timeCode(seconds: number): string {
  const all = Math.floor(seconds);
  const [hours, minutes, rest] = [Math.floor(all / 3_600), Math.floor(all / 60) % 60, all % 60];
  const parts = hours > 0 ? [hours, String(minutes).padStart(2, '0')] : [minutes];
  return [...parts, String(rest).padStart(2, '0')].join(':');
}
