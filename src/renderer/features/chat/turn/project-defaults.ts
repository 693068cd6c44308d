import type { QueryClient } from '@tanstack/react-query';
import { areSameParameters, type ChatParameters } from '../../../../shared/chats/chat-parameters.ts';
import type { StoredPersona } from '../../../../shared/personas/persona-row.ts';
import { libraryChanges } from '../../../lib/library-changes.ts';
import { isSameModel, type ModelChoice } from '../../../lib/model-choice.ts';
import { personasQuery } from '../../../lib/personas.ts';
import type { SendOperation } from '../outbox/operation.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { withPersona } from '../personas/with-persona.ts';
import { projectsQuery, withProjectChanges } from '../projects/queries.ts';
import type { ChatStore } from '../store/chat-store.ts';
import { choiceOf } from './live-turn.ts';
import type { TurnRunner } from './turn-runner.ts';

/** In milliseconds. If the defaults don't load in this time, the message is sent without them. */
const TIME_LIMIT = 5_000;

interface Services {
  readonly client: QueryClient;
  readonly userId: string;
  readonly store: ChatStore;
  readonly outbox: Outbox;
  readonly runner: TurnRunner;
}

interface Defaults {
  readonly persona: StoredPersona | null;
  readonly model: ModelChoice | null;
}

/**
 * Adds the project's default persona and model to a message that was sent before they had loaded. As in the draft of a
 * new chat, parameters and models that the user has chosen stay.
 */
export async function addProjectDefaults(
  services: Services,
  operation: SendOperation,
): Promise<SendOperation> {
  const { id, chatId, projectId = '' } = operation;
  const { outbox, runner } = services;
  const defaults = await withTimeLimit(loadDefaults(services, projectId));
  // Without a connection, the message waits, and the next attempt loads the defaults.
  if (defaults === undefined) return operation;
  const complete = withModel(runner, withDefaultPersona(operation, defaults.persona), defaults.model);
  // The models are still loading, and the message waits for them anyway.
  if (!complete) return operation;
  outbox.replace(complete);
  const { parameters, chatModel } = complete;
  if (runner.turns.get(chatId)?.messageId === id)
    runner.turns.change(chatId, { ...(parameters && { parameters }), ...(chatModel && { chatModel }) });
  return complete;
}

function withDefaultPersona(operation: SendOperation, persona: StoredPersona | null): SendOperation {
  const { awaitsPersona: _, ...sent } = operation;
  const entered: ChatParameters | null = sent.parameters ?? null;
  if (!persona || !areSameParameters(entered, withPersona(entered, null))) return sent;
  const parameters = withPersona(entered, persona);
  return parameters ? { ...sent, parameters } : sent;
}

/** Returns null while the models are loading. */
function withModel(
  runner: TurnRunner,
  operation: SendOperation,
  choice: ModelChoice | null,
): SendOperation | null {
  const { awaitsModel, ...sent } = operation;
  if (!awaitsModel || !choice) return sent;
  const { models } = runner.offered.get();
  if (!models) return null;
  const model = models.find((offered) => isSameModel(choiceOf(offered), choice));
  if (!model) return sent;
  // The action, or the model that the user has chosen for this message, replies.
  const isReplying = !sent.chatModel && !runner.actionOf(sent.id);
  return { ...sent, chatModel: choiceOf(model), ...(isReplying && { model }) };
}

async function loadDefaults({ client, userId, store }: Services, projectId: string): Promise<Defaults> {
  const projects = await client.fetchQuery({
    ...projectsQuery(userId, store),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const project = withProjectChanges(projects, libraryChanges(userId)).find(({ id }) => id === projectId);
  const personaId = project?.personaId ?? null;
  if (personaId === null) return { persona: null, model: project?.model ?? null };
  const query = personasQuery(userId);
  const personas = await client.fetchQuery(query).catch((error: unknown) => {
    const copy = client.getQueryData(query.queryKey);
    if (!copy) throw error;
    return copy;
  });
  const persona = personas.find(({ id }) => id === personaId) ?? null;
  return { persona, model: project?.model ?? persona?.model ?? null };
}

/** Resolves with undefined if the value can't be loaded in time. */
function withTimeLimit<Value>(loading: Promise<Value>): Promise<Value | undefined> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(undefined), TIME_LIMIT);
    loading.then(resolve, () => resolve(undefined)).finally(() => clearTimeout(timer));
  });
}
