import { dataAnalysisSchema } from '../../../src/shared/quick-actions/contract.ts';
import { createTextQuickAction } from '../_shared/text-quick-action.ts';

const types = {
  comprehensive:
    'Cover in this order: what the data contains; the figures that matter; trends and relations; outliers and gaps; what follows from it.',
  summary: 'Say in at most 150 words what the data contains and what stands out.',
  statistics:
    'Give the descriptive statistics of each numeric column in one table: count, minimum, maximum, mean, median, spread.',
  trends: 'Describe how the figures develop, where the direction changes, and how certain that is.',
  outliers: 'Name the values that do not fit, why they do not, and whether they look like errors.',
} as const;

/** The app draws charts with Mermaid. */
const charts = {
  auto: 'If a chart shows more than the table, add one Mermaid chart (`pie`, or `xychart-beta` with bars or a line) in a code block of the language mermaid.',
  none: 'Add no chart.',
  bar: 'Add one bar chart as Mermaid `xychart-beta` in a code block of the language mermaid.',
  line: 'Add one line chart as Mermaid `xychart-beta` in a code block of the language mermaid.',
  pie: 'Add one pie chart as Mermaid `pie` in a code block of the language mermaid.',
} as const;

/**
 * `POST /functions/v1/data-analysis {data, analysisType, chartType}` responds with `{success, analysis}` (QUICK-008).
 */
export const handler = createTextQuickAction({
  name: 'data-analysis',
  schema: dataAnalysisSchema,
  temperature: 0.3,
  prompt: ({ data, analysisType, chartType }) => ({
    instructions: `You analyze data that users paste: CSV, JSON or plain text. Find out the format and the columns yourself. Write Markdown, in the language of the column names or of the words in the data.

${types[analysisType]}
${charts[chartType]}
Calculate with the given values and show how many went into each figure. Say which values are missing, unreadable or ambiguous, instead of guessing them. If the data allow no conclusion, say so.`,
    material: { kind: 'data', text: data },
  }),
  reply: (analysis) => ({ analysis }),
});
