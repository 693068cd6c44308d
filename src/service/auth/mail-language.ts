import { findLanguage, type Language } from '../../shared/domain/languages.ts';
import ar from '../languages/ar.json' with { type: 'json' };
import de from '../languages/de.json' with { type: 'json' };
import es from '../languages/es.json' with { type: 'json' };
import fr from '../languages/fr.json' with { type: 'json' };
import ja from '../languages/ja.json' with { type: 'json' };
import ptBr from '../languages/pt-BR.json' with { type: 'json' };
import zhCn from '../languages/zh-CN.json' with { type: 'json' };
import { englishMails, type MailTexts } from './texts.ts';

/** All languages. A missing text is a compile error. */
export const mailsIn: Readonly<Record<Language, MailTexts>> = {
  en: englishMails,
  de,
  es,
  fr,
  'pt-BR': ptBr,
  ja,
  'zh-CN': zhCn,
  ar,
};

/**
 * Returns the language for the emails that a request triggers, from its Accept-Language header. The app sends the
 * language that the user chose.
 */
export function languageOf({ headers }: Request): Language {
  const accepted = (headers.get('accept-language') ?? '')
    .slice(0, 200)
    .split(',')
    .map((part) => {
      const [tag = '', ...options] = part.split(';').map((text) => text.trim());
      const weight = options.find((option) => option.startsWith('q='))?.slice(2);
      return { tag: tag.toLowerCase(), weight: weight === undefined ? 1 : Number(weight) };
    });
  const best = accepted.filter(({ weight }) => weight > 0).toSorted((a, b) => b.weight - a.weight);
  return findLanguage(best.map(({ tag }) => tag));
}
