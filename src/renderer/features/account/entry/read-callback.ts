/**
 * What an address at `/auth/callback` says. `code`: a sign-in that this browser may finish. `expired`: the link was used
 * or is too old. `refused`: the provider did not sign the person in. `half`: one of the two mailboxes of a change of
 * e-mail has agreed. `nothing`: none of these.
 */
export type Arrival = 'code' | 'expired' | 'refused' | 'half' | 'nothing';

/** Reads query and hash: the auth service writes its answer into either. */
export function readCallback(search: string, hash: string): Arrival {
  const query = new URLSearchParams(search);
  const fragment = new URLSearchParams(hash.replace(/^#/, ''));
  const read = (name: string) => query.get(name) ?? fragment.get(name);
  const code = read('error_code');
  if (code === 'otp_expired' || code === 'flow_state_expired' || code === 'flow_state_not_found')
    return 'expired';
  if (code !== null || read('error') !== null) return 'refused';
  if (query.has('code')) return 'code';
  return read('message') === null ? 'nothing' : 'half';
}
