import { texts } from '../../../shared/texts.ts';

export const notFoundTexts = texts('site/notFound', {
  title: 'Page not found',
  lead: "This page doesn't exist. It may have moved, or the URL has a typo.",
  home: 'Go to the home page',
});
