import { brand } from '../../../../shared/brand.ts';
import { params, texts } from '../../../../shared/texts.ts';

export const settingTexts = texts('account/setting', {
  density: 'Density',
  densities: { comfortable: 'Comfortable', compact: 'Compact' },
  textSize: 'Text size',
  textSizes: { small: 'Small', medium: 'Medium', large: 'Large' },
  codeTheme: 'Code colors',
  codeThemes: { clover: brand, classic: 'Classic', quiet: 'Quiet' },
  enterKey: 'Enter key',
  enterKeys: { send: 'Send message', newline: 'New line' },
  enterNotes: {
    send: 'Enter sends the message, Shift+Enter starts a new line.',
    newline: 'Enter starts a new line, Ctrl+Enter or ⌘Enter sends the message.',
  },
});

export const draftsTexts = texts('account/drafts', {
  label: 'Continue drafts on my other devices',
  note: 'Saves unsent messages in your account. Turning this off deletes those drafts.',
  failed: "Couldn't save this setting. Try again.",
});

export const aboutTexts = texts('account/about', {
  version: params('version {version}'),
  license: `${brand} is open source under the MIT License.`,
  links: {
    docs: 'Documentation',
    privacy: 'Where your data goes',
    api: 'API documentation',
    plans: 'Compare plans',
  },
});
