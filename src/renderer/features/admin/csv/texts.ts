import { counted } from '../format.ts';

export const csvTexts = {
  label: 'Export CSV',
  busy: 'Exporting...',
  failed: 'The export failed',
  saved: (rows: number) => `${counted(rows, 'row')} exported`,
  cut: (rows: number) => ({
    title: `The first ${counted(rows, 'row')} were exported`,
    message: 'There are more. Narrow the filter, and export the rest apart.',
  }),
} as const;
