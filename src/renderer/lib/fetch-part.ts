import { showToast } from './toast.ts';

/** A failed import stays failed for the life of the page: to press the button again would not help. */
export const partNotLoaded = {
  title: 'Error',
  message: 'This part of the app could not be loaded. Check your connection, then reload the page.',
  variant: 'destructive',
} as const;

/** Fetches a part of the app that the person has asked for. Null when it does not arrive, which the person is told. */
export async function fetchPart<Part>(load: () => Promise<Part>): Promise<Part | null> {
  try {
    return await load();
  } catch {
    showToast(partNotLoaded);
    return null;
  }
}
