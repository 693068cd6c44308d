import { params, texts } from '../../../../shared/texts.ts';

export const summaryTexts = texts('chat/summary', {
  summarize: 'Summarize earlier messages',
  summarizeHint: params(
    '{model} will summarize the messages above. From then on, the summary is sent instead. This counts as one message.',
  ),
  summarizing: 'Summarizing…',
  stop: 'Stop',
  above: 'This summary is sent instead of the messages above. The messages stay in this chat.',
  partial: "The oldest messages were too long for the model and aren't included.",
  show: 'Show the summary',
  remove: 'Remove summary',
  removeHint: 'Sends the messages above to the model again, as many as fit',
});

export const summaryToasts = texts('chat/summaryToasts', {
  blank: {
    title: "Couldn't summarize",
    message: "The model didn't write a summary. Try again.",
    variant: 'destructive',
  },
  notRequested: {
    title: "Couldn't summarize",
    message: "The older messages couldn't be loaded. Check your connection, then try again.",
    variant: 'destructive',
  },
});
