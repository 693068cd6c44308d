import { params, texts } from '../../../../shared/texts.ts';

/** In a separate file, because the chat needs these texts before the dialog is loaded. */
export const transferMenuTexts = texts('chat/transferMenu', {
  open: 'Import and export',
  asText: 'Export as text (.txt)',
  asMarkdown: 'Export as Markdown (.md)',
  asJson: 'Export as JSON (.json)',
  shareMarkdown: 'Share as Markdown…',
});

export const transferToasts = texts('chat/transferToasts', {
  saved: params({ title: 'Saved', message: '{name}', variant: 'success' }),
  exportFailed: {
    title: "Couldn't export the chats",
    message: 'Try again.',
    variant: 'destructive',
  },
});
