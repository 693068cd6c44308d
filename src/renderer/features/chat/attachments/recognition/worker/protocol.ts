export interface RecognitionRequest {
  /** The URL of the script that runs the engine. */
  readonly script: string;
  /** Compressed, like the model. */
  readonly engine: Blob;
  readonly model: Blob;
  /** Tesseract's name for the model's language. */
  readonly name: string;
  readonly images: readonly Blob[];
}

/** `text` is sent for each image. `unloaded` means that the script failed to load. */
export type RecognitionReply =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'failed' }
  | { readonly kind: 'unloaded' };
