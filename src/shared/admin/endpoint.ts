import { isPrivateHost } from '../network/private-host.ts';
import type { VendorName } from '../providers/vendor.ts';

/** Characters. */
const longestEndpoint = 2000;
/** What the database takes too: no blank, no backslash, nothing that looks like another letter. */
const plain = /^[\u0021-\u005b\u005d-\u007e]+$/;

export interface EndpointRules {
  readonly vendor: VendorName;
  /** Whether this installation lets vendors live on this machine or a private network. */
  readonly allowsPrivate: boolean;
}

/** An address as it is stored, or why it is refused: a sentence for the administrator. */
export type EndpointVerdict =
  { readonly ok: true; readonly url: string } | { readonly ok: false; readonly reason: string };

const refused = (reason: string): EndpointVerdict => ({ ok: false, reason });

/**
 * Judges the address that completions are posted to. What is stored is the parsed form, so that one origin has one
 * spelling. A public name that resolves to a private address is refused later, when it is called.
 */
export function judgeEndpoint(text: string, { vendor, allowsPrivate }: EndpointRules): EndpointVerdict {
  const address = text.trim();
  if (address.length > longestEndpoint || !plain.test(address) || !URL.canParse(address))
    return refused('Enter a web address, such as https://api.example.com/v1/chat/completions.');
  const url = new URL(address);
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    return refused('The address must begin with https://.');
  if (url.username !== '' || url.password !== '')
    return refused('The address must not hold a user name or a password: every user can read it.');
  if (url.search !== '' || url.hash !== '')
    return refused('The address must not hold "?" or "#": keys do not belong into it.');
  if (isPrivateHost(url.hostname)) {
    if (vendor !== 'ollama') return refused('This vendor is called over the public internet only.');
    if (!allowsPrivate)
      return refused('This installation calls no server on its own machine or on a private network.');
  } else if (url.protocol === 'http:') {
    return refused(
      'The address must begin with https://: http would send messages and keys readable by all.',
    );
  }
  return { ok: true, url: url.href };
}
