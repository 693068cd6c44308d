import { texts } from '../../../lib/texts.ts';

/** In a separate file, because the chat needs these texts before the dialog is loaded. */
export const transferMenuTexts = texts('chat/transferMenu', {
  open: 'Import and export',
  asMarkdown: 'Markdown (.md)',
  asJson: 'JSON (.json)',
});

export const transferToasts = texts('chat/transferToasts', {
  exportFailed: {
    title: 'Error',
    message: "Couldn't export the chats. Try again.",
    variant: 'destructive',
  },
});
