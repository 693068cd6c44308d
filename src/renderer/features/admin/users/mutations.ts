import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type { AdminUser, userRequestSchemas } from '../../../../shared/admin/users.ts';
import { InvokeError, failureMessage } from '../../../lib/invoke.ts';
import { showToast } from '../../../lib/toast.ts';
import { accountActions, type AccountAction } from './actions/account-actions.ts';
import { callUsers } from './call-users.ts';
import { userQueries } from './queries.ts';
import { userTexts as texts } from './texts.ts';
import { nameOf } from './user.ts';
import { mergeTexts } from './actions/texts.ts';

/** Refetches all data about users, except that of a deleted account, because its requests would fail. */
const refresh = (client: QueryClient, deleted?: AdminUser) =>
  client.invalidateQueries({
    queryKey: userQueries.all(),
    predicate: ({ queryKey }) => deleted === undefined || !queryKey.includes(deleted.id),
  });

const showFailure = (error: Error) =>
  showToast({ title: texts.actionFailed, message: failureMessage(error), variant: 'destructive' });

/** Errors with these codes have a helpful message. Other failures show the documented text [ADMIN-051]. */
const explainedCodes = [
  'self',
  'last_admin',
  'not_found',
  'forbidden',
  'second_factor_required',
  'unreachable',
];
const deletionError = (error: Error): string =>
  error instanceof InvokeError && explainedCodes.includes(error.code)
    ? error.message
    : texts.deletionFailedText;

interface AccountActionInput {
  readonly action: AccountAction;
  readonly user: AdminUser;
  readonly reason: string;
}

/** [ADMIN-049, ADMIN-050, ADMIN-051] */
export function useAccountAction() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ action, user, reason }: AccountActionInput) => accountActions[action].run(user, reason),
    onSuccess: (_reply, { action, user }) => {
      // No toast for actions with Undo, because the undo bar shows the same text.
      if (!accountActions[action].undo)
        showToast({
          title: texts.actions[action].done({ name: nameOf(user) }),
          variant: 'success',
        });
      return refresh(client, action === 'delete' ? user : undefined);
    },
    onError: (error, { action }) => {
      const message = action === 'delete' ? deletionError(error) : failureMessage(error);
      showToast({ title: accountActions[action].failed, message, variant: 'destructive' });
    },
  });
}

export function useUndoAction() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (undo: () => Promise<unknown>) => undo(),
    onSuccess: () => refresh(client),
    onError: showFailure,
  });
}

type Input<Action extends keyof typeof userRequestSchemas> = z.input<(typeof userRequestSchemas)[Action]>;

/** @param done the success toast's title */
export function useUserChange<Action extends 'set-plan' | 'set-budget' | 'restrict' | 'lift'>(
  action: Action,
  done: string,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: Input<Action>) => callUsers(action, input),
    onSuccess: () => {
      showToast({ title: done, variant: 'success' });
      return refresh(client);
    },
    onError: showFailure,
  });
}

/** Refetches the list after a failure, too, because the session may have already ended. */
export function useEndSession(done: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: Input<'end-session'>) => callUsers('end-session', input),
    onSuccess: () => showToast({ title: done, variant: 'success' }),
    onError: showFailure,
    onSettled: () => refresh(client),
  });
}

/** [ADMIN-034, ADMIN-052, ADMIN-053, ADMIN-054] */
export function useCreateUser() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: Input<'create'>) => callUsers('create', input),
    onSuccess: ({ user, roles_error }) => {
      showToast({ title: texts.created, message: nameOf(user), variant: 'success' });
      if (roles_error) showToast({ title: texts.rolesFailed, message: roles_error, variant: 'destructive' });
      return refresh(client);
    },
    onError: (error, { email }) =>
      showToast({
        title: texts.creationFailed,
        message: creationError(error, email),
        variant: 'destructive',
      }),
  });
}

export const creationError = (error: Error, email: string): string =>
  error instanceof InvokeError && error.code === 'email_exists'
    ? texts.emailExists({ email: email.trim() })
    : failureMessage(error);

interface MergePair {
  readonly source: AdminUser;
  readonly target: AdminUser;
}

const idsOf = ({ source, target }: MergePair) => ({ source: source.id, target: target.id });

/** The source account's owner must consent before its chats move [ADMIN-038]. */
export function useRequestConsent() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (pair: MergePair) => callUsers('merge-ask', idsOf(pair)),
    onSuccess: (_reply, { source, target }) =>
      client.invalidateQueries(userQueries.mergePreview(source.id, target.id)),
    onError: showFailure,
  });
}

/** [ADMIN-038] */
export function useMerge() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (pair: MergePair) => callUsers('merge', idsOf(pair)),
    onSuccess: (_reply, { source, target }) => {
      showToast({
        title: mergeTexts.done({ source: nameOf(source), target: nameOf(target) }),
        variant: 'success',
      });
      return refresh(client, source);
    },
    onError: showFailure,
  });
}
