// Must come first: a library that parses certificates needs this polyfill, and the bundler drops its own import of it.
import 'reflect-metadata';

export { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server';
export { decodeAttestationObject, isoBase64URL, isoCBOR } from '@simplewebauthn/server/helpers';
