import { params, texts } from '../../shared/texts.ts';

export const deviceTexts = texts('lib/device', {
  name: params('{browser} on {system}'),
  desktopApp: 'Desktop app',
});
