import { texts } from '../../../shared/texts.ts';

export const encryptedHistoryTexts = texts('lib/encrypted-history', {
  failed: 'This message failed verification.',
  failedTitle: 'This title failed verification',
  failedText: 'This text failed verification.',
  noSpaceForFork: 'Your plan has no space for more copied messages. Delete a copied chat first.',
});
