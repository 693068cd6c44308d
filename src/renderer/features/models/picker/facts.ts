import type { ModelPrice } from '../../../lib/model-choice.ts';
import type { ModelEntry } from '../model.ts';
import { numberFormat } from '../../../lib/locale.ts';
import { modelTexts } from '../texts.ts';
import { pickerTexts } from './texts.ts';

/**
 * Returns facts that help users choose. The most important come first, because a narrow list cuts off the end.
 * @param isOwn true for models of the user's own key or server. Only then do its price and id matter to the user
 */
export function factsText(entry: ModelEntry, isOwn: boolean): string {
  const { contextLength, size, price } = entry;
  const facts = [
    ...entry.description.filter((item) => item !== entry.id),
    entry.supportsImages && modelTexts.images,
    entry.isReasoning && pickerTexts.reasoning,
    isOwn && price && priceText(price),
    contextLength === null ? size : pickerTexts.context({ size: shortCount(contextLength) }),
    entry.isPro && modelTexts.isPro,
    entry.isBeta && modelTexts.isBeta,
    entry.isNew && modelTexts.isNew,
    isOwn && entry.description.find((item) => item === entry.id),
    entry.isUnknown && pickerTexts.unknown,
  ];
  return facts.filter(Boolean).join(' · ');
}

const millions = numberFormat({ maximumFractionDigits: 1 });

/** Rounds to thousands, like the size label [MODEL-031], or to tenths of a million. */
const shortCount = (tokens: number): string =>
  tokens < 1_000_000 ? `${Math.round(tokens / 1_000)}K` : `${millions().format(tokens / 1_000_000)}M`;

function priceText({ input, output }: ModelPrice): string {
  if (input === 0 && !output) return pickerTexts.free;
  return output === null
    ? pickerTexts.priceIn({ input: dollars(input) })
    : pickerTexts.price({ input: dollars(input), output: dollars(output) });
}

const currency = { style: 'currency', currency: 'USD', minimumFractionDigits: 0 } as const;
const large = numberFormat({ ...currency, maximumFractionDigits: 2 });
const small = numberFormat({ ...currency, maximumFractionDigits: 3 });
const dollars = (amount: number): string => (amount < 1 ? small : large)().format(amount);
