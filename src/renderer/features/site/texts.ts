export const notFoundTexts = {
  title: 'There is nothing here',
  lead: 'This page doesn’t exist. It may have moved, or the address has a typo.',
  home: 'Go to the home page',
} as const;
