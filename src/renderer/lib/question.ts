/** A confirmation. */
export interface Question {
  readonly title: string;
  /** What would be lost. */
  readonly text: string;
  readonly confirm: string;
  readonly cancel: string;
}

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

/** Asks the user to confirm. A newer question answers the previous one with no. */
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

/** The open question, for useSyncExternalStore. */
export const askedQuestion = (): AskedQuestion | null => asked;

export function onQuestion(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const beforeLeaving = new Set<() => Question | null>();

/** Adds a question that is shown before signing out, if it returns one. Returns the undo. */
export function askBeforeLeaving(question: () => Question | null): () => void {
  beforeLeaving.add(question);
  return () => beforeLeaving.delete(question);
}

/** The first question to show before signing out, or null. */
export const questionBeforeLeaving = (): Question | null =>
  [...beforeLeaving].map((question) => question()).find((question) => question !== null) ?? null;
