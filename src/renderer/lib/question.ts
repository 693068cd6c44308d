/** Something that is done only when the person agrees. */
export interface Question {
  readonly title: string;
  /** What would be lost. */
  readonly text: string;
  readonly confirm: string;
  readonly cancel: string;
}

/** A question on screen. */
export interface AskedQuestion {
  readonly question: Question;
  readonly answer: (isAgreed: boolean) => void;
}

let asked: AskedQuestion | null = null;
const listeners = new Set<() => void>();

function show(next: AskedQuestion | null): void {
  asked = next;
  for (const listener of listeners) listener();
}

/** Asks the person, from anywhere. True when they agree; a newer question is a "no" to the one before. */
export function ask(question: Question): Promise<boolean> {
  asked?.answer(false);
  return new Promise((resolve) => {
    show({
      question,
      answer: (isAgreed) => {
        show(null);
        resolve(isAgreed);
      },
    });
  });
}

/** The question on screen, for useSyncExternalStore. */
export const askedQuestion = (): AskedQuestion | null => asked;

export function onQuestion(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const beforeLeaving = new Set<() => Question | null>();

/** Has the person asked before they sign out, whenever there is a question then. Returns its own undo. */
export function askBeforeLeaving(question: () => Question | null): () => void {
  beforeLeaving.add(question);
  return () => beforeLeaving.delete(question);
}

/** The first question that signing out raises, or null. */
export const questionBeforeLeaving = (): Question | null =>
  [...beforeLeaving].map((question) => question()).find((question) => question !== null) ?? null;
