import { channels } from '../../shared/ipc/channels.ts';
import { userOfToken } from '../../shared/domain/token-user.ts';
import type { Replies } from '../replies/replies.ts';
import type { Tokens } from '../replies/tokens.ts';
import { handle } from './handle.ts';

/**
 * Lets pages read, stop, settle and delete the replies that the main process writes for the page's user.
 * @param onSignedOut called when a user has signed out
 */
export function registerReplies(replies: Replies, tokens: Tokens, onSignedOut: () => void): void {
  handle(channels.stopReply, ({ replyId, accessToken }) => {
    // The service does not check this token, because it may be unreachable. That is safe: Stop returns no data.
    const userId = userOfToken(accessToken);
    return { isFound: userId !== null && replies.stop(userId, replyId) };
  });
  handle(channels.useToken, ({ accessToken }) => tokens.use(accessToken));
  handle(channels.settleReplies, async ({ accessToken }) => {
    const userId = await tokens.check(accessToken);
    if (userId !== null) await replies.settle(userId);
  });
  handle(channels.forgetReplies, async ({ accessToken }) => {
    // Also after a token that the service refuses, for example a banned user's.
    onSignedOut();
    const userId = await tokens.check(accessToken);
    if (userId !== null) replies.forget(userId);
  });
}
