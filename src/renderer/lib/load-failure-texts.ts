import { texts } from '../../shared/texts.ts';

export const loadFailureTexts = texts('lib/loadFailure', {
  title: "Couldn't load this part",
  message: "This part of the app couldn't be loaded. Check your connection, then try again.",
});
