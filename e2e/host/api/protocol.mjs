import { privilegedSchemes } from '../addresses.mjs';
import { protocolHandlers } from '../proxy.mjs';
import { rejectMissingMembers } from '../reject-missing.mjs';
import { app } from './app.mjs';

export const protocol = rejectMissingMembers('protocol', {
  registerSchemesAsPrivileged(schemes) {
    if (app.isReady())
      throw new Error('protocol.registerSchemesAsPrivileged should be called before app is ready');
    for (const { scheme, privileges = {} } of schemes) {
      // Without both privileges, a page of the scheme has no origin and the test host cannot serve it.
      if (!privileges.standard || !privileges.secure)
        throw new Error(`[host] The scheme ${scheme} must be standard and secure.`);
      if (privileges.bypassCSP) throw new Error('[host] bypassCSP is refused.');
      privilegedSchemes.set(scheme, privileges);
    }
  },
  handle(scheme, handler) {
    if (protocolHandlers.has(scheme)) throw new Error(`Failed to register protocol: ${scheme}`);
    protocolHandlers.set(scheme, handler);
  },
  unhandle: (scheme) => void protocolHandlers.delete(scheme),
  isProtocolHandled: (scheme) => protocolHandlers.has(scheme),
});
