import { params, texts } from '../../shared/texts.ts';

export const jsonFileTexts = texts('lib/jsonFile', {
  saved: params({ title: 'File saved', message: '{name}', variant: 'success' }),
  failed: { title: "Couldn't save the file", message: 'Try again.', variant: 'destructive' },
});
