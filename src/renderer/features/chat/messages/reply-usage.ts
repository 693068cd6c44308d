import { dollars } from '../../../lib/dollars.ts';
import type { ReplyUsage } from '../chat.ts';
import { replyTexts as texts } from './texts.ts';

export const markEstimate = (isEstimated: boolean | undefined, value: string): string =>
  isEstimated ? texts.about({ value }) : value;

export const priceText = ({ cost, is_cost_estimated }: ReplyUsage): string | null =>
  cost === undefined ? null : markEstimate(is_cost_estimated, dollars(cost));
