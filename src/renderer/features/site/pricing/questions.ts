import { moneyBackDays } from '../../../../shared/domain/plans.ts';
import { questions } from './texts.ts';

export const listQuestions = () =>
  questions.entries.map(({ question, answer }) => ({
    question,
    answer: typeof answer === 'string' ? answer : answer({ days: moneyBackDays }),
  }));
