import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { toStoreError } from '../features/chat/data/store-error.ts';
import { callBridge } from '../platform/call-bridge.ts';
import { showLanguage } from '../lib/language.ts';
import { englishMessages } from '../lib/message-texts.ts';
import { readMessage } from '../lib/read-message.ts';
import { readMessagesWith, translateMessage } from '../lib/translate-message.ts';

beforeEach(() => {
  vi.stubGlobal('fetch', async (url: string) => {
    const [path = ''] = /languages\/[\w-]+\/[\w-]+\.json/.exec(url) ?? [];
    return Response.json(JSON.parse(readFileSync(`src/renderer/${path}`, 'utf8')));
  });
  readMessagesWith(readMessage);
});
afterEach(async () => {
  await showLanguage('en');
  readMessagesWith((message) => message);
});

describe('a sentence of the service', () => {
  it('is shown as it is in English', async () => {
    for (const message of Object.values(englishMessages)) expect(readMessage(message)).toBe(message);
  });

  it.each([
    ['This project no longer exists.', 'Dieses Projekt gibt es nicht mehr.'],
    [
      "Guests can't share chats. Create an account first.",
      'Gäste können keine Chats teilen. Lege zuerst ein Konto an.',
    ],
    [
      'You can keep 500 prompts. Delete prompts that you no longer need, then try again.',
      'Du kannst 500 Prompts behalten. Lösche Prompts, die du nicht mehr brauchst, und versuche es noch einmal.',
    ],
    [
      'You have used your budget for this month. It resets on 1 December.',
      'Du hast dein Budget für diesen Monat verbraucht. Es beginnt am 1. Dezember neu.',
    ],
    ['API error (503): Overloaded (code $&)', 'API-Fehler (503): Overloaded (code $&)'],
    ['API error (503): No details were given', 'API-Fehler (503): Es wurden keine Details genannt'],
    [
      "Couldn't save this, because the disk is full. Your previous settings are unchanged.",
      'Das konnte nicht gespeichert werden: Die Festplatte ist voll. Deine bisherigen Einstellungen bleiben unverändert.',
    ],
    ['A sentence of a newer service.', 'A sentence of a newer service.'],
  ])('is translated with its parts: %s', async (message, german) => {
    await showLanguage('de');
    expect(translateMessage(message)).toBe(german);
  });

  it('keeps what a provider says, even if it looks like a part of the sentence', async () => {
    await showLanguage('fr');
    expect(translateMessage('API error (503): Try later (in 5 s): busy')).toBe(
      'Erreur de l’API (503)\u00A0: Try later (in 5 s): busy',
    );
  });

  it('is translated where refusals and errors of the main process arrive', async () => {
    await showLanguage('ja');
    const refusal = { code: 'P0001', hint: 'limit', message: 'A file can have up to 20 MB.' };
    expect(toStoreError(refusal).message).toBe('ファイルは20 MBまでです。');
    const failure = callBridge(() => Promise.reject(new Error('This service is no longer in the list.')));
    await expect(failure).rejects.toThrow('このサービスはもう一覧にありません。');
  });
});
