import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type { AdminUser, userRequestSchemas } from '../../../../../shared/admin/users.ts';
import { InvokeError, sentenceOf } from '../../../../lib/invoke.ts';
import { showToast } from '../../../../lib/toast.ts';
import { actDescriptions, type SimpleAct } from '../acts/simple-acts.ts';
import { userTexts as texts } from '../texts.ts';
import { nameOf } from '../user.ts';
import { actOnUsers } from './act-on-users.ts';
import { userQueries } from './queries.ts';

/**
 * Whatever was done, lists and figures are not what they were. Nothing is asked about an account that is gone: what is
 * still on screen of it would show the refusal.
 */
const refresh = (client: QueryClient, gone?: AdminUser) =>
  client.invalidateQueries({
    queryKey: userQueries.all(),
    predicate: ({ queryKey }) => gone === undefined || !queryKey.includes(gone.id),
  });

const failed = (title: string) => (error: Error) =>
  showToast({ title, message: sentenceOf(error), variant: 'destructive' });

/** Refusals of ours say what to do; for anything else there is the documented hint [ADMIN-051]. */
const explained = ['self', 'last_admin', 'not_found', 'forbidden', 'second_factor_required', 'unreachable'];
const deletionText = (error: Error): string =>
  error instanceof InvokeError && explained.includes(error.code) ? error.message : texts.deletionFailedText;

export interface SimpleActInput {
  readonly act: SimpleAct;
  readonly user: AdminUser;
  readonly reason: string;
}

/** One of the acts with a single question; told by a toast either way [ADMIN-049, ADMIN-050, ADMIN-051]. */
export function useSimpleAct() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ act, user, reason }: SimpleActInput) => actDescriptions[act].run(user, reason),
    onSuccess: (_reply, { act, user }) => {
      showToast({ title: actDescriptions[act].done(nameOf(user)), variant: 'success' });
      return refresh(client, act === 'delete' ? user : undefined);
    },
    onError: (error, { act }) => {
      const message = act === 'delete' ? deletionText(error) : sentenceOf(error);
      showToast({ title: actDescriptions[act].failed, message, variant: 'destructive' });
    },
  });
}

/** Takes an act back. */
export function useUndoAct() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (undo: () => Promise<unknown>) => undo(),
    onSuccess: () => refresh(client),
    onError: failed(texts.actionFailed),
  });
}

type Input<Action extends keyof typeof userRequestSchemas> = z.input<(typeof userRequestSchemas)[Action]>;

/** Plan, budget, a restriction for a time, or the end of one; `done` is told afterwards. */
export function useUserForm<Action extends 'set-plan' | 'set-budget' | 'restrict' | 'lift'>(
  action: Action,
  done: string,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: Input<Action>) => actOnUsers(action, input),
    onSuccess: () => {
      showToast({ title: done, variant: 'success' });
      return refresh(client);
    },
    onError: failed(texts.actionFailed),
  });
}

/** Makes an account with its address confirmed and its roles [ADMIN-034, ADMIN-052, ADMIN-053, ADMIN-054]. */
export function useCreateUser() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: Input<'create'>) => actOnUsers('create', input),
    onSuccess: ({ user, roles_error }) => {
      showToast({ title: texts.created, message: nameOf(user), variant: 'success' });
      if (roles_error) showToast({ title: texts.rolesFailed, message: roles_error, variant: 'destructive' });
      return refresh(client);
    },
    onError: (error, { email }) => showToast(creationFailure(error, email)),
  });
}

const isTaken = (error: Error) => error instanceof InvokeError && error.code === 'email_exists';

/** The sentence for an account that was not made. */
export const creationSentence = (error: Error, email: string): string =>
  isTaken(error) ? texts.emailExists(email.trim()) : sentenceOf(error);

const creationFailure = (error: Error, email: string) =>
  ({
    title: texts.creationFailed,
    message: creationSentence(error, email),
    variant: 'destructive',
  }) as const;

interface MergePair {
  readonly source: AdminUser;
  readonly target: AdminUser;
}

/** Asks the owner of the source whether its chats may move [ADMIN-038]. */
export function useAskMerge() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ source, target }: MergePair) =>
      actOnUsers('merge-ask', { source: source.id, target: target.id }),
    onSuccess: (_reply, { source, target }) =>
      client.invalidateQueries(userQueries.mergePreview(source.id, target.id)),
    onError: failed(texts.actionFailed),
  });
}

/** Moves all of one account into another and deletes it [ADMIN-038]. */
export function useMerge() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ source, target }: MergePair) =>
      actOnUsers('merge', { source: source.id, target: target.id }),
    onSuccess: (_reply, { source, target }) => {
      showToast({ title: texts.mergeDialog.done(nameOf(source), nameOf(target)), variant: 'success' });
      return refresh(client, source);
    },
    onError: failed(texts.actionFailed),
  });
}
