import { dataAnalysisSchema } from '../../../src/shared/quick-actions/contract.ts';
import { textQuickAction } from '../_shared/quick-action-text.ts';
import { analysisPrompt } from './prompt.ts';

/** `POST /functions/v1/data-analysis {data, analysisType, chartType}` answers `{success, analysis}` (QUICK-008). */
export const handler = textQuickAction({
  name: 'data-analysis',
  schema: dataAnalysisSchema,
  temperature: 0.3,
  prompt: analysisPrompt,
  reply: (analysis) => ({ analysis }),
});
