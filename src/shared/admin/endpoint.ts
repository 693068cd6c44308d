import { isMetadataHost } from '../network/metadata-address.ts';
import { isPrivateHost } from '../network/private-host.ts';

/** Characters. */
const longestEndpoint = 2000;
/** The characters that the database accepts: no spaces, no backslash, no look-alike letters. */
const plain = /^[\u0021-\u005b\u005d-\u007e]+$/;

interface EndpointRules {
  /** Whether this vendor may be a server on this machine or a private network. */
  readonly mayBePrivate: boolean;
  /** Whether the installation allows such servers. */
  readonly allowsPrivate: boolean;
}

/** The URL to store, or the reason for the refusal as a message for the administrator. */
type EndpointVerdict =
  { readonly ok: true; readonly url: string } | { readonly ok: false; readonly reason: string };

const refused = (reason: string): EndpointVerdict => ({ ok: false, reason });

/**
 * Checks the endpoint of a vendor. The parsed form is stored, so that each origin has one spelling. A public name that
 * resolves to a private IP address is refused later, when it is called.
 */
export function judgeEndpoint(text: string, { mayBePrivate, allowsPrivate }: EndpointRules): EndpointVerdict {
  const address = text.trim();
  if (address.length > longestEndpoint || !plain.test(address) || !URL.canParse(address))
    return refused('Enter a URL, such as https://api.example.com/v1/chat/completions.');
  const url = new URL(address);
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    return refused('The URL must start with https://.');
  if (url.username !== '' || url.password !== '')
    return refused('Remove the user name and password from the URL: every user can read it.');
  if (url.search !== '' || url.hash !== '')
    return refused('Remove everything from "?" or "#" on: URLs must not contain keys.');
  if (isMetadataHost(url.hostname))
    return refused('This URL belongs to the cloud that runs a server, not to a vendor.');
  if (isPrivateHost(url.hostname)) {
    if (!mayBePrivate) return refused('This vendor must be on the public internet.');
    if (!allowsPrivate)
      return refused('This installation does not allow servers on its own machine or a private network.');
  } else if (url.protocol === 'http:') {
    return refused('The URL must start with https://: http would send messages and keys unencrypted.');
  }
  return { ok: true, url: url.href };
}
