/** The mutation that a dialog runs. The dialog closes if it succeeds. */
export interface DialogAction<Input> {
  readonly mutate: (input: Input, options?: { readonly onSuccess?: () => void }) => void;
  readonly isPending: boolean;
  readonly error: Error | null;
}
