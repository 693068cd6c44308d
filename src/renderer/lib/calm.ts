const reasons = new Set<() => boolean>();

/** Keeps the page from reloading by itself while `isBusy` is true. Returns its own undo. */
export function keepPage(isBusy: () => boolean): () => void {
  reasons.add(isBusy);
  return () => void reasons.delete(isBusy);
}

type Field = HTMLInputElement | HTMLTextAreaElement;
const isField = (target: EventTarget | null): target is Field =>
  target instanceof HTMLTextAreaElement ||
  (target instanceof HTMLInputElement && !['checkbox', 'radio', 'file'].includes(target.type));

/** Fields that somebody has typed into, and not sent since. */
const typed = new Set<Field>();

/** Starts to notice unsent text. Returns its own undo. */
export function watchFields(): () => void {
  const onInput = ({ target }: Event) => {
    if (isField(target)) typed.add(target);
  };
  const onSubmit = ({ target }: Event) => {
    for (const field of typed) if (field.form === target) typed.delete(field);
  };
  document.addEventListener('input', onInput, true);
  document.addEventListener('submit', onSubmit, true);
  return () => {
    document.removeEventListener('input', onInput, true);
    document.removeEventListener('submit', onSubmit, true);
    typed.clear();
  };
}

/** Whether a reload would interrupt nothing: no unsent text, no open dialog, no reply under way. */
export function isCalm(): boolean {
  for (const field of typed) if (!field.isConnected) typed.delete(field);
  const fields = [...typed, ...document.querySelectorAll('textarea')];
  return (
    fields.every(({ value }) => value.trim() === '') &&
    document.querySelector('dialog[open], [role="dialog"]') === null &&
    ![...reasons].some((isBusy) => isBusy())
  );
}
