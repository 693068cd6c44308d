import type { QuickActionName } from '../../../shared/quick-actions/contract.ts';
import type { Toast } from '../../lib/toast.ts';
import { params, texts } from '../../../shared/texts.ts';

/**
 * The actions in menu order [QUICK-001], with the label of the dialog's field [QUICK-003] and the toasts of
 * document B §8 (docs/requirements.md). `failedText` is shown if the service sent no message.
 */
export const actionTexts = texts('quick-actions/action', {
  'image-generation': {
    name: 'Image generation',
    label: 'Image description',
    example: 'A lighthouse on a cliff at dawn, in watercolor',
    submit: 'Create image',
    succeeded: 'Image Created',
    failed: 'Generation Failed',
    failedText: 'Failed to generate image',
  },
  'text-summarization': {
    name: 'Text summarization',
    label: 'Text to summarize',
    example: 'Paste an article, a letter or your notes',
    submit: 'Summarize',
    succeeded: 'Summary Created',
    failed: 'Summarization Failed',
    failedText: 'Failed to summarize text',
  },
  'data-analysis': {
    name: 'Data analysis',
    label: 'Data as CSV, JSON or plain text',
    example: 'month,visitors\nMay,1204\nJune,1377',
    submit: 'Analyze',
    succeeded: 'Analysis Complete',
    failed: 'Analysis Failed',
    failedText: 'Failed to analyze data',
  },
  'code-assistance': {
    name: 'Code help',
    label: 'Code, or a description of what you need',
    example: 'function sum(list) {\n  return list.reduce((a, b) => a + b);\n}',
    submit: 'Get help',
    succeeded: 'Code Review Complete',
    failed: 'Code Help Failed',
    failedText: 'Failed to get code assistance',
  },
  'advice-generation': {
    name: 'Advice',
    label: 'Advice topic',
    example: 'How do I prepare for my first public talk?',
    submit: 'Get advice',
    succeeded: 'Advice Provided',
    failed: 'Advice Failed',
    failedText: 'Failed to get advice',
  },
});

export const quickActionTexts = texts('quick-actions/quickAction', {
  menu: 'Quick actions',
  cancel: 'Cancel',
  keys: 'Ctrl/⌘ + Enter',
  limit: params('Up to {limit} characters.'),
});

/** [QUICK-017..021] */
export const succeededToast = (name: QuickActionName): Toast => ({
  title: actionTexts[name].succeeded,
  variant: 'success',
});

/** [QUICK-012..016] */
export const failedToast = (name: QuickActionName, message: string): Toast => ({
  title: actionTexts[name].failed,
  message: message || actionTexts[name].failedText,
  variant: 'destructive',
});
