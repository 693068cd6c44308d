import { z } from 'zod';
import type { ClientName } from '../../shared/providers/vendor.ts';

export const modelChoice = z.object({
  id: z.string().min(1),
  /** Null for the active vendor. */
  vendorName: z.string().nullable(),
});

/** A model that the user has selected. It may no longer be available. */
export type ModelChoice = Readonly<z.infer<typeof modelChoice>>;

export const isSameModel = (one: ModelChoice | null, other: ModelChoice | null): boolean =>
  one?.id === other?.id && one?.vendorName === other?.vendorName;

/** The API that a model uses. It decides which parameters are accepted. */
export interface ModelService {
  /** Null if the app has no client for the vendor. */
  readonly client: ClientName | null;
  /** The origin of the vendor's endpoint. Null for a vendor that needs no network, such as the demo. */
  readonly origin: string | null;
  /** Set if an administrator chose one. Otherwise the client's default applies. */
  readonly transcriptionModel?: string;
}

/** In dollars per million tokens. */
export interface ModelPrice {
  readonly input: number;
  readonly output: number | null;
}

export interface ModelChoiceChat {
  /** Null for a new chat. */
  readonly id: string | null;
  /** The chat's model. Null if none was selected, undefined while the chat is loading. */
  readonly model: ModelChoice | null | undefined;
  readonly choose: (model: ModelChoice) => void;
}
