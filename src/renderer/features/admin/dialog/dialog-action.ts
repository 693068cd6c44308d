/** The dialog runs this mutation and closes if it succeeds. */
export interface DialogAction<Input> {
  readonly mutate: (input: Input, options?: { readonly onSuccess?: () => void }) => void;
  readonly isPending: boolean;
  readonly error: Error | null;
}
