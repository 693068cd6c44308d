import type { AuthContext } from './context.ts';
import { beginFlow, type CodeChallenge } from './flow-state.ts';
import { composeMail } from './mails.ts';
import { sendNow, writeTokenMail, type TokenMail } from './token-mail.ts';
import { withdrawTokens } from './token-rows.ts';
import { findUserByEmail, type UserRow } from './users.ts';

/**
 * Begins an account's change of address, or begins it anew: both mailboxes get a mail and both must agree, so that
 * neither a stolen session nor a mistyped address is enough. An address that has an account gets a mail that says so,
 * and the answer is the same, because whoever asks must not learn of it. A guest has no mailbox yet, so the new one decides.
 */
export async function mailEmailChange(
  user: UserRow,
  newEmail: string,
  flow: { readonly challenge: CodeChallenge | null; readonly target: string },
  context: AuthContext,
): Promise<void> {
  const { challenge, target } = flow;
  const now = context.clock();
  const mail = (email: string, tokenType: TokenMail['tokenType']): TokenMail => ({
    kind: user.email === null ? 'confirmation' : 'email_change',
    userId: user.id,
    email,
    tokenType,
    linkType: 'email_change',
    isPkce: challenge !== null,
    target,
    ...(user.email !== null && { change: { from: user.email, to: newEmail } }),
  });
  const mails = await context.database.transaction(async (tx) => {
    await tx.query(
      'update auth.users set email_change = $2, email_change_confirm_status = 0, updated_at = $3 where id = $1',
      [user.id, newEmail, now.toISOString()],
    );
    await withdrawTokens(tx, user.id, ['email_change_token_current', 'email_change_token_new']);
    if (challenge) await beginFlow(tx, { userId: user.id, method: 'email_change', challenge }, now);
    const isTaken = (await findUserByEmail(tx, newEmail)) !== null;
    const written = [
      isTaken
        ? composeMail('already_registered', { to: newEmail, link: `${context.siteUrl()}/signin` })
        : await writeTokenMail(tx, mail(newEmail, 'email_change_token_new'), context),
    ];
    if (user.email !== null)
      written.push(await writeTokenMail(tx, mail(user.email, 'email_change_token_current'), context));
    return written;
  });
  await sendNow(mails, context);
}
