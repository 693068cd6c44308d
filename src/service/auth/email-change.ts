import type { AuthContext } from './context.ts';
import { beginFlow, type CodeChallenge } from './flow-state.ts';
import { alreadyRegisteredMail, sendMails, writeTokenMail, type TokenMail } from './token-mail.ts';
import { deleteTokens } from './token-rows.ts';
import { findUserByEmail, type UserRow } from './users.ts';

/**
 * Starts or restarts an email change. Both mailboxes must confirm it, so that neither a stolen session nor a typo is
 * enough. A guest has no old mailbox, so only the new one must confirm. If the new email already has an account, its
 * owner gets an email, but the response is the same, so that it doesn't reveal the account.
 */
export async function mailEmailChange(
  user: UserRow,
  newEmail: string,
  flow: { readonly challenge: CodeChallenge | null; readonly target: string },
  context: AuthContext,
): Promise<void> {
  const { challenge, target } = flow;
  const now = context.clock();
  const mail = { userId: user.id, isPkce: challenge !== null, target };
  const mails = await context.database.transaction(async (tx) => {
    await tx.query(
      'update auth.users set email_change = $2, email_change_confirm_status = 0, updated_at = $3 where id = $1',
      [user.id, newEmail, now.toISOString()],
    );
    await deleteTokens(tx, user.id, ['email_change_token_current', 'email_change_token_new']);
    if (challenge) await beginFlow(tx, { userId: user.id, method: 'email_change', challenge }, now);
    const isTaken = (await findUserByEmail(tx, newEmail)) !== null;
    const toNew: TokenMail = {
      ...mail,
      purpose: 'email_change_new',
      email: newEmail,
      ...(user.email === null ? { kind: 'confirmation' } : { change: { from: user.email, to: newEmail } }),
    };
    const changeMails = [
      isTaken ? alreadyRegisteredMail(newEmail, context) : await writeTokenMail(tx, toNew, context),
    ];
    if (user.email !== null) {
      const change = { from: user.email, to: newEmail };
      const toCurrent = { ...mail, purpose: 'email_change_current', email: user.email, change } as const;
      changeMails.push(await writeTokenMail(tx, toCurrent, context));
    }
    return changeMails;
  });
  await sendMails(mails, context);
}
