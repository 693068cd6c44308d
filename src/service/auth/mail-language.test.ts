import { beforeAll, describe, expect, it } from 'vitest';
import { languageCodes } from '../../shared/domain/languages.ts';
import type { OpenedDatabase } from '../database/opened-database.ts';
import { describeDatabases } from '../testing/databases.ts';
import { languageOf } from './mail-language.ts';
import { composeMail } from './mails.ts';
import { newCredentials, startAuth } from './testing/harness.ts';
import { codeOf } from './testing/inbox.ts';
import { englishMails, type MailKind } from './texts.ts';

const kinds = Object.keys(englishMails).filter((key): key is MailKind => key !== 'phrases');
const content = {
  to: 'ann@example.org',
  code: '123456',
  link: 'http://clover.test/verify?a=1&b=2',
  change: { from: '{to}@example.org', to: '$&@example.org' },
};

describe('the language of an email', () => {
  it.each([
    ['de-AT,de;q=0.9,en;q=0.8', 'de'],
    ['en;q=0.5, PT-br', 'pt-BR'],
    ['zh-TW,zh;q=0', 'en'],
    ['zh-TW,zh;q=0.9,en-US;q=0.8', 'en'],
    ['zh-Hans', 'zh-CN'],
    ['*', 'en'],
    ['tlh, ar;q=0.1', 'ar'],
    ['de;q=x,,;;fr', 'en'],
    [null, 'en'],
  ])('of a request that accepts %s is %s', (accepted, language) => {
    const headers = accepted === null ? undefined : { 'accept-language': accepted };
    expect(languageOf(new Request('http://clover.test', { ...(headers && { headers }) }))).toBe(language);
  });

  it.each(languageCodes)('has all emails, complete: %s', (language) => {
    for (const kind of kinds) {
      const { text, html } = composeMail(language, kind, content);
      expect(text).toMatch(/\u200E?123 456/);
      // The parameters contain each other's names, and a pattern of String.replace.
      expect(text).toContain('{to}@example.org');
      expect(text).toContain('$&@example.org');
      expect(html).toContain(`<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">`);
      expect(html).toContain('<span dir="ltr">123 456</span>');
      expect(text.includes(`:\n${content.link}\n`)).toBe(englishMails[kind].button !== undefined);
    }
  });

  it.each(languageCodes.filter((code) => code !== 'en'))('has no English sentence: %s', (language) => {
    for (const kind of kinds) {
      const english = composeMail('en', kind, content);
      const sentences = english.text.split('\n').filter((line) => / \w+ .*\.$/.test(line));
      expect(sentences.length).toBeGreaterThan(1);
      const { subject, text } = composeMail(language, kind, content);
      expect(subject).not.toBe(english.subject);
      for (const sentence of sentences) expect(text).not.toContain(sentence);
    }
  });
});

describeDatabases('an email', (open) => {
  let database: OpenedDatabase;
  beforeAll(async () => {
    database = await open();
  });

  it('is in the language of the request that causes it', async () => {
    const { send, client, mailsTo } = startAuth(database);
    const { email, password } = newCredentials();
    await client().auth.signUp({ email, password });
    const subjects = [];
    for (const language of ['de', 'ja', 'en']) {
      const init = {
        method: 'POST',
        headers: { 'accept-language': language },
        body: JSON.stringify({ email }),
      };
      // oxlint-disable-next-line no-await-in-loop -- one email after the other
      expect((await send('/recover', init)).status).toBe(200);
      // oxlint-disable-next-line no-await-in-loop
      const [mail] = await mailsTo(email);
      expect(codeOf(mail!)).toMatch(/^\d{6}$/);
      subjects.push(mail!.subject);
    }
    expect(subjects).toEqual([
      'Wähle ein neues Passwort für Clover',
      'Cloverの新しいパスワードの設定',
      'Choose a new password for Clover',
    ]);
  });
});
