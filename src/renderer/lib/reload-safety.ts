const busyChecks = new Set<() => boolean>();

/** Prevents automatic reloads while `isBusy` returns true. Returns a function that removes this check. */
export function preventReload(isBusy: () => boolean): () => void {
  busyChecks.add(isBusy);
  return () => void busyChecks.delete(isBusy);
}

type Field = HTMLInputElement | HTMLTextAreaElement;
const isField = (target: EventTarget | null): target is Field =>
  target instanceof HTMLTextAreaElement ||
  (target instanceof HTMLInputElement && !['checkbox', 'radio', 'file'].includes(target.type));

const editedFields = new Set<Field>();

/** Starts tracking unsent input. Returns a function that stops it. */
export function watchFields(): () => void {
  const onInput = ({ target }: Event) => {
    if (isField(target)) editedFields.add(target);
  };
  const onSubmit = ({ target }: Event) => {
    for (const field of editedFields) if (field.form === target) editedFields.delete(field);
  };
  document.addEventListener('input', onInput, true);
  document.addEventListener('submit', onSubmit, true);
  return () => {
    document.removeEventListener('input', onInput, true);
    document.removeEventListener('submit', onSubmit, true);
    editedFields.clear();
  };
}

/** True if a reload would interrupt nothing: no unsent input, open dialog or running reply. */
export function isSafeToReload(): boolean {
  for (const field of editedFields) if (!field.isConnected) editedFields.delete(field);
  const fields = [...editedFields, ...document.querySelectorAll('textarea')];
  return (
    fields.every(({ value }) => value.trim() === '') &&
    document.querySelector('dialog[open], [role="dialog"]') === null &&
    ![...busyChecks].some((isBusy) => isBusy())
  );
}
