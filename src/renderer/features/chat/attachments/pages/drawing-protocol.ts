/** The first request contains the file. The worker draws one page per request. */
export interface DrawingRequest {
  readonly file?: Blob;
  /** Starts at 1. */
  readonly page: number;
  /** In pixels. */
  readonly width: number;
}

/** `ready` means that the code has loaded, `unloaded` that it failed to load. */
export type DrawingReply =
  | { readonly kind: 'ready' }
  | { readonly kind: 'drawn'; readonly image: ImageBitmap; readonly pages: number }
  | { readonly kind: 'failed' }
  | { readonly kind: 'unloaded' };
