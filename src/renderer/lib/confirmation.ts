export interface Question {
  readonly title: string;
  /** Explains what would be lost. */
  readonly text: string;
  readonly confirm: string;
  readonly cancel: string;
  /** True if confirming deletes something. */
  readonly isDangerous?: boolean;
  /** A page that avoids the loss. Opening it cancels. */
  readonly alternative?: { readonly label: string; readonly path: string };
}

export interface OpenQuestion {
  readonly question: Question;
  readonly answer: (isAgreed: boolean) => void;
}

let current: OpenQuestion | null = null;
const listeners = new Set<() => void>();

function show(next: OpenQuestion | null): void {
  current = next;
  for (const listener of listeners) listener();
}

/** Resolves with the user's answer. A newer question resolves the previous one with false. */
export function askToConfirm(question: Question): Promise<boolean> {
  current?.answer(false);
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

export const openQuestion = (): OpenQuestion | null => current;

export function onQuestion(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const signOutQuestions = new Set<() => Question | null>();

/** Adds a question for sign-out. Returns a function that removes it. */
export function addSignOutQuestion(question: () => Question | null): () => void {
  signOutQuestions.add(question);
  return () => signOutQuestions.delete(question);
}

export const signOutQuestion = (): Question | null =>
  [...signOutQuestions].map((question) => question()).find((question) => question !== null) ?? null;
