import { isMetadataHost } from '../network/metadata-address.ts';
import { isPrivateHost } from '../network/private-host.ts';

const maxEndpointLength = 2000;
/** The database accepts only these characters: no spaces, no backslash, no look-alike letters. */
const allowedCharacters = /^[\u0021-\u005b\u005d-\u007e]+$/;

interface EndpointRules {
  /** Whether this vendor may be a server on this machine or on a private network. */
  readonly mayBePrivate: boolean;
  /** Whether the installation allows vendors on private networks. */
  readonly allowsPrivate: boolean;
}

/** The URL to store, or the reason for the refusal, as a message for the administrator. */
type EndpointCheck =
  | { readonly ok: true; readonly url: string }
  | { readonly ok: false; readonly reason: string };

const refuse = (reason: string): EndpointCheck => ({ ok: false, reason });

/**
 * Checks a vendor's endpoint and returns its parsed form, so that each origin has one spelling. A public name that
 * resolves to a private IP address is refused later, when the vendor is called.
 */
export function checkEndpoint(text: string, { mayBePrivate, allowsPrivate }: EndpointRules): EndpointCheck {
  const address = text.trim();
  if (address.length > maxEndpointLength || !allowedCharacters.test(address) || !URL.canParse(address))
    return refuse('Enter a URL, such as https://api.example.com/v1/chat/completions.');
  const url = new URL(address);
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    return refuse('The URL must start with https://.');
  if (url.username !== '' || url.password !== '')
    return refuse('Remove the user name and password from the URL: every user can read it.');
  if (url.search !== '' || url.hash !== '')
    return refuse('Remove "?" or "#" and everything after it: URLs must not contain keys.');
  if (isMetadataHost(url.hostname))
    return refuse('This is an internal URL of a cloud platform, not a provider.');
  if (isPrivateHost(url.hostname)) {
    if (!mayBePrivate) return refuse('This provider must be on the public internet.');
    if (!allowsPrivate)
      return refuse("This installation doesn't allow servers on its own machine or on a private network.");
  } else if (url.protocol === 'http:') {
    return refuse('The URL must start with https://: http would send messages and keys unencrypted.');
  }
  return { ok: true, url: url.href };
}
