export const dialogTexts = {
  typeToConfirm: (word: string) => `Type ${word} to confirm`,
  cancel: 'Cancel',
  close: 'Close',
  save: 'Save',
  saving: 'Saving...',
} as const;
