import { count } from '../format.ts';

export const tableTexts = {
  select: (name: string) => `Select ${name}`,
  selectPage: 'Select all on this page',
  sortBy: 'Sort by',
  ascending: (header: string) => `${header}, ascending`,
  descending: (header: string) => `${header}, descending`,
  pages: 'Pages',
  previous: 'Previous',
  next: 'Next',
  range: (first: number, last: number, total: number, isExact: boolean) =>
    `${count(first)}–${count(last)} of ${isExact ? '' : 'more than '}${count(total)}`,
} as const;
