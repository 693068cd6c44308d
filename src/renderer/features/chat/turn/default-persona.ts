import type { QueryClient } from '@tanstack/react-query';
import type { ChatParameters } from '../../../../shared/chats/chat-parameters.ts';
import { personasQuery } from '../../../lib/personas.ts';
import type { SendOperation } from '../outbox/operation.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { withPersona } from '../personas/with-persona.ts';
import { projectsQuery } from '../projects/queries.ts';
import type { ChatStore } from '../store/chat-store.ts';
import type { LiveTurns } from './live-turns.ts';

/** In milliseconds. If the personas don't load in this time, the message is sent without one. */
const TIME_LIMIT = 5_000;

interface Services {
  readonly client: QueryClient;
  readonly userId: string;
  readonly store: ChatStore;
  readonly outbox: Outbox;
  readonly turns: LiveTurns;
}

/** Adds the project's default persona to a message that was sent before the persona had loaded. */
export async function addDefaultPersona(
  services: Services,
  operation: SendOperation,
): Promise<SendOperation> {
  const { id, chatId, projectId = '' } = operation;
  const { outbox, turns } = services;
  const parameters = await withTimeLimit(defaultParameters(services, projectId));
  // Without a connection, the message waits, and the next attempt loads the persona.
  if (parameters === undefined) return operation;
  const { awaitsPersona: _, ...sent } = operation;
  const complete = parameters ? { ...sent, parameters } : sent;
  outbox.replace(complete);
  if (parameters && turns.get(chatId)?.messageId === id) turns.change(chatId, { parameters });
  return complete;
}

async function defaultParameters(
  { client, userId, store }: Services,
  projectId: string,
): Promise<ChatParameters | null> {
  const projects = await client.fetchQuery({
    ...projectsQuery(userId, store),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const personaId = projects.find(({ id }) => id === projectId)?.personaId ?? null;
  if (personaId === null) return null;
  const query = personasQuery(userId);
  const personas = await client.fetchQuery(query).catch((error: unknown) => {
    const copy = client.getQueryData(query.queryKey);
    if (!copy) throw error;
    return copy;
  });
  return withPersona(null, personas.find(({ id }) => id === personaId) ?? null);
}

/** Resolves with undefined if the value can't be loaded in time. */
function withTimeLimit<Value>(loading: Promise<Value>): Promise<Value | undefined> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(undefined), TIME_LIMIT);
    loading.then(resolve, () => resolve(undefined)).finally(() => clearTimeout(timer));
  });
}
