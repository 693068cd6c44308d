import { texts } from '../../../shared/texts.ts';
import { englishClaims } from './english-claims.ts';

export const claimTexts = texts('site/claims', englishClaims);
