import type { QuickActionName } from '../../../shared/quick-actions/contract.ts';
import type { Toast } from '../../lib/toast.ts';

/** The texts of one quick action: menu, dialog and toasts. */
interface ActionTexts {
  /** On the menu [QUICK-001]. */
  readonly name: string;
  /** The label of the dialog's field [QUICK-003]. */
  readonly label: string;
  readonly example: string;
  readonly submit: string;
  readonly succeeded: string;
  readonly failed: string;
  /** Shown if the service gave no message. */
  readonly failedText: string;
}

/** In the order of the menu. The toasts are from document B §8. */
export const actionTexts: Readonly<Record<QuickActionName, ActionTexts>> = {
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
    example: 'Paste an article, a letter, your notes',
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
};

const format = new Intl.NumberFormat('en');

export const quickActionTexts = {
  menu: 'Quick actions',
  cancel: 'Cancel',
  keys: 'Ctrl/⌘ + Enter',
  limit: (limit: number) => `Up to ${format.format(limit)} characters.`,
  tooLong: (length: number, limit: number) =>
    length === limit + 1
      ? `1 character too many. The limit is ${format.format(limit)}.`
      : `${format.format(length - limit)} characters too many. The limit is ${format.format(limit)}.`,
} as const;

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
