import { params, plural, texts } from '../../../../shared/texts.ts';

export const pickerTexts = texts('models/picker', {
  search: 'Search models',
  noMatch: 'No matching models',
  count: plural({ one: '{count} model', other: '{count} models' }),
  close: 'Close',
  favorites: 'Favorites on this device',
  recent: 'Recent',
  maker: params('{vendor} · {maker}'),
  favorite: 'Favorite',
  addFavorite: 'Add to favorites (Ctrl/⌘ + D)',
  removeFavorite: 'Remove from favorites (Ctrl/⌘ + D)',
  favoritesHelp: 'Star a model, or press Ctrl/⌘ + D, to keep it at the top on this device.',
  keeps: 'Each chat keeps its model on all your devices.',
  byDefault: 'Default for new chats…',
  unavailable: params("{model} isn't available now. {other} replies instead."),
  context: params('{size} context'),
  reasoning: 'Thinking',
  /** [MODEL-027] */
  unknown: 'No details available, uses standard settings',
  free: 'Free',
  price: params('{input} in, {output} out per 1M tokens'),
  priceIn: params('{input} in per 1M tokens'),
});
