import { numberFormat } from '../../../lib/locale.ts';

const kilobytes = numberFormat({ style: 'unit', unit: 'kilobyte', maximumFractionDigits: 0 });
const megabytes = numberFormat({ style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 });

export const fileSize = (bytes: number): string =>
  bytes < 1_048_576
    ? kilobytes().format(Math.max(1, Math.round(bytes / 1024)))
    : megabytes().format(bytes / 1_048_576);
