export const notFoundTexts = {
  title: 'Page not found',
  lead: "This page doesn't exist. It may have moved, or the URL has a typo.",
  home: 'Go to the home page',
} as const;
