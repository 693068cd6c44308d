import { falseQuotations } from '../../../src/shared/passages/quotations.ts';
import { PassageIndex } from '../../../src/shared/passages/passage-index.ts';
import { Random } from '../lib/random.ts';
import { type Corpus, falsify, type Language, languages, type PlantedFact } from './corpus.ts';

export interface Recall {
  readonly questions: number;
  readonly found: number;
  readonly byLanguage: Readonly<Record<string, number>>;
  readonly missed: readonly PlantedFact[];
  /** The duration of each query in milliseconds. */
  readonly times: readonly number[];
}

/** Counts the questions for which the first five passages contain the answer. */
export function measureRecall({ files, facts }: Corpus): Recall {
  const index = new PassageIndex();
  const texts = new Map(files.map(({ id, text }) => [id, text]));
  for (const { id, text } of files) index.add(id, text);
  const ids = [...texts.keys()];
  const times: number[] = [];
  const missed = facts.filter(({ question, file, sentence }) => {
    const start = performance.now();
    const passages = index.find(question, ids, 5);
    times.push(performance.now() - start);
    return !passages.some(
      (passage) =>
        passage.file === file && texts.get(file)?.slice(passage.from, passage.to).includes(sentence),
    );
  });
  const shareOf = (language: Language) => {
    const isOf = (fact: PlantedFact) => fact.language === language;
    return 1 - missed.filter(isOf).length / facts.filter(isOf).length;
  };
  const names = Object.keys(languages) as Language[];
  return {
    questions: facts.length,
    found: facts.length - missed.length,
    byLanguage: Object.fromEntries(names.map((name) => [name, shareOf(name)])),
    missed,
    times,
  };
}

/** In characters. Longer than the maximum length of an omission. */
const farAway = 1_000;

export interface QuotationCheck {
  readonly falseOnes: number;
  readonly marked: number;
  readonly trueOnes: number;
  readonly wronglyMarked: number;
  /** Quotations with an omission between sentences that are far apart. */
  readonly joined: number;
  readonly markedJoined: number;
}

/** Checks replies that quote `count` sentences wrongly and as many correctly. */
export function measureQuotations({ files, facts }: Corpus, count: number, seed = 2): QuotationCheck {
  const random = new Random(seed);
  const texts = new Map(files.map(({ id, text }) => [id, text]));
  const step = facts.length / count;
  const chosen = facts.filter((_, at) => Math.floor((at + 1) / step) > Math.floor(at / step));
  const isMarked = ({ file, language }: PlantedFact, quotation: string, isBlock: boolean) => {
    const reply = isBlock ? `It says:\n\n> ${quotation}\n` : languages[language].quote(quotation);
    return falseQuotations(reply, [texts.get(file) ?? '']).length > 0;
  };
  const marked = chosen.filter((fact, at) =>
    isMarked(fact, falsify(fact.sentence, fact.language, random), at % 2 === 0),
  );
  // Joins parts of two sentences from different places, as if there were only an omission between them.
  const joined = chosen.flatMap((fact, at) => {
    const placeOf = ({ file, sentence }: PlantedFact) => texts.get(file)?.indexOf(sentence) ?? 0;
    const isFar = (other: PlantedFact) => Math.abs(placeOf(other) - placeOf(fact)) > farAway;
    const other = chosen.slice(at + 1).find((later) => later.file === fact.file && isFar(later));
    return other ? [{ fact, quotation: `${fact.sentence} […] ${other.sentence}` }] : [];
  });
  const markedJoined = joined.filter(({ fact, quotation }) => isMarked(fact, quotation, true));
  const wronglyMarked = chosen.filter((fact, at) => isMarked(fact, fact.sentence, at % 2 === 0));
  return {
    falseOnes: count,
    marked: marked.length,
    trueOnes: count,
    wronglyMarked: wronglyMarked.length,
    joined: joined.length,
    markedJoined: markedJoined.length,
  };
}
