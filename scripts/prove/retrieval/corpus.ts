import { joinPages } from '../../../src/shared/passages/chunks.ts';
import { Random } from '../lib/random.ts';
import { english } from './english.ts';
import { german } from './german.ts';
import { japanese } from './japanese.ts';
import type { LanguageTexts } from './language.ts';
import { spanish } from './spanish.ts';

export const languages = { english, german, spanish, japanese };
export type Language = keyof typeof languages;

export interface CorpusFile {
  readonly id: string;
  readonly text: string;
  readonly pages: number;
}

export interface PlantedFact {
  readonly language: Language;
  readonly file: string;
  /** The only sentence with the answer. */
  readonly sentence: string;
  readonly question: string;
}

export interface Corpus {
  readonly files: readonly CorpusFile[];
  readonly facts: readonly PlantedFact[];
}

const sentencesPerPage = 14;

function fill(text: string, name: string, texts: LanguageTexts, random: Random): string {
  return text
    .replaceAll('{name}', name)
    .replaceAll('{value}', random.pick(texts.values))
    .replaceAll('{person}', random.pick(texts.people))
    .replaceAll('{thing}', random.pick(texts.things))
    .replaceAll('{number}', String(11 + random.below(880)));
}

/**
 * Creates a file for each house in each language, with all of its facts on random pages. Other houses have the same
 * facts with different answers, so that a search must consider both the house and the subject.
 */
export function makeCorpus(pagesPerFile: number, seed = 1): Corpus {
  const random = new Random(seed);
  const files: CorpusFile[] = [];
  const facts: PlantedFact[] = [];
  for (const [language, texts] of Object.entries(languages) as [Language, LanguageTexts][]) {
    const space = language === 'japanese' ? '' : ' ';
    for (const [house, name] of texts.names.entries()) {
      const pages = Array.from({ length: pagesPerFile }, () =>
        Array.from({ length: sentencesPerPage }, () => {
          // A fifth of the sentences name another house.
          const named = random.chance(0.2) ? random.pick(texts.names) : name;
          return fill(random.pick(texts.filler), named, texts, random);
        }),
      );
      const id = `${language}-${house}`;
      for (const { text, questions } of texts.facts) {
        const sentence = fill(text, name, texts, random);
        const page = pages[random.below(pages.length)] ?? [];
        page.splice(random.below(page.length), 0, sentence);
        for (const question of questions)
          facts.push({ language, file: id, sentence, question: question.replaceAll('{name}', name) });
      }
      const numbered = pages.map((sentences, index) => ({ number: index + 1, text: sentences.join(space) }));
      files.push({ id, text: joinPages(numbered), pages: pages.length });
    }
  }
  return { files, facts };
}

/** Changes, removes or adds one word or number in a quotation of the sentence. */
export function falsify(sentence: string, language: Language, random: Random): string {
  const number = /\d+/.exec(sentence);
  if (number && random.chance(0.5))
    return sentence.replace(number[0], String(Number(number[0]) + 1 + random.below(9)));
  if (language === 'japanese') {
    const at = 4 + random.below(sentence.length - 8);
    return random.chance(0.5)
      ? sentence.slice(0, at) + sentence.slice(at + 2)
      : `${sentence.slice(0, at)}決して${sentence.slice(at)}`;
  }
  const words = sentence.split(' ');
  // Not at the ends, where a shortened quotation would still be true.
  const at = 2 + random.below(words.length - 4);
  if (random.chance(0.5))
    return words
      .toSpliced(at, 0, { english: 'never', german: 'niemals', spanish: 'nunca' }[language])
      .join(' ');
  return words.toSpliced(at, 1).join(' ');
}
