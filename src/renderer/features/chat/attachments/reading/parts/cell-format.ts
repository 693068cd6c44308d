/** Only dates, times and percentages are formatted. Other values stay as they are stored. */
export type CellFormat = 'number' | 'date' | 'dateTime' | 'time' | 'percent';

/** The number formats that are built into every workbook (ECMA-376, 18.8.30). */
const builtInFormats: Readonly<Record<number, CellFormat>> = {
  9: 'percent',
  10: 'percent',
  14: 'date',
  15: 'date',
  16: 'date',
  17: 'date',
  18: 'time',
  19: 'time',
  20: 'time',
  21: 'time',
  22: 'dateTime',
  45: 'time',
  46: 'time',
  47: 'time',
};

/** Classifies a number format by its built-in id or, if it is custom, by its code, such as `dd.mm.yyyy hh:mm`. */
export function cellFormatOf(id: number, code?: string): CellFormat {
  if (code === undefined)
    return builtInFormats[id] ?? ((id >= 27 && id <= 36) || (id >= 50 && id <= 58) ? 'date' : 'number');
  // Removes quoted text, colors and currencies in brackets, and escaped characters, which could be mistaken
  // for date parts.
  const plain = code.replace(/"[^"]*"|\[(?!h+\]|m+\]|s+\])[^\]]*\]|\\.|_./gi, '').split(';')[0] ?? '';
  const hasDate = /[yd]/i.test(plain) || /m{3,}/i.test(plain);
  const hasTime = /[hs]/i.test(plain);
  if (hasDate) return hasTime ? 'dateTime' : 'date';
  if (hasTime) return 'time';
  return plain.includes('%') ? 'percent' : 'number';
}

const day = 86_400_000;
const epoch1900 = Date.UTC(1899, 11, 30);
const epoch1904 = Date.UTC(1904, 0, 1);

/** Formats dates as ISO dates, and numbers without rounding errors. */
export function formatCell(value: string, format: CellFormat, is1904: boolean): string {
  const number = Number(value);
  if (value === '' || !Number.isFinite(number)) return value;
  if (format === 'number') return formatNumber(number);
  if (format === 'percent') return `${formatNumber(number * 100)}%`;
  // Excel's 1900 calendar contains February 29, 1900, which never existed, so earlier dates are off by one
  // day.
  const shifted = !is1904 && number >= 1 && number < 60 ? number + 1 : number;
  const seconds = Math.round((shifted * day) / 1_000) * 1_000;
  const date = new Date((is1904 ? epoch1904 : epoch1900) + seconds);
  if (Number.isNaN(date.getTime()) || date.getUTCFullYear() > 9_999) return formatNumber(number);
  const [days = '', rest = ''] = date.toISOString().split('T');
  const time = rest.slice(0, rest.startsWith(':00', 5) ? 5 : 8);
  if (format === 'date') return seconds % day === 0 ? days : `${days} ${time}`;
  // Durations may be longer than a day.
  if (format === 'time') return number < 1 ? time : `${Math.floor(seconds / 3_600_000)}${time.slice(2)}`;
  return `${days} ${time}`;
}

const formatNumber = (number: number): string => String(Number(number.toPrecision(15)));
