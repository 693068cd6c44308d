/** Texts in the page's language, for what can't be read or done. */
export interface Sentences {
  readonly failed: string;
  readonly failedTitle: string;
  readonly failedText: string;
  readonly failedFile: string;
  readonly noSpaceForFork: string;
  readonly locked: string;
  readonly keysChanged: string;
  readonly changedChat: string;
  readonly unconfirmed: string;
}

const english: Sentences = {
  failed: 'This message failed verification. It was damaged or changed.',
  failedTitle: 'This title failed verification',
  failedText: 'This text failed verification. It was damaged or changed.',
  failedFile: 'This file failed verification',
  noSpaceForFork: "You've reached your limit of branched messages. Delete a branched chat, then try again.",
  locked: 'Your history is locked. Unlock it first.',
  keysChanged:
    'Another device has turned encrypted history off and on again. Copy your text, then reload the page to unlock your history, and try again.',
  changedChat:
    'Nothing was deleted, because the service returned an older or changed copy of this chat. Reload the page, then read the notice above the conversation.',
  unconfirmed:
    "Nothing was sent, because this device can't verify your encrypted history. Open your chats to see why.",
};

let read = (): Sentences => english;

export const sentences = (): Sentences => read();

/** @param others called each time, because the user may change the language */
export function setSentences(others: () => Sentences): void {
  read = others;
}
