export const chartTexts = {
  loading: 'Drawing the chart',
  asTable: 'Show the figures',
} as const;
