import { expect, it } from 'vitest';
import { CompletionError } from '../completion/error.ts';
import {
  interruptedError,
  invalidJsonError,
  stoppedError,
  timeoutError,
  unreachableError,
} from './failures.ts';
import { isUnavailable } from './failures.ts';
import { errorInBody, errorOfResponse } from './upstream-error.ts';

const refused = (status: number, text = '') => errorOfResponse(status, text, []);

it.each([429, 500, 502, 503, 504, 529])('treats a vendor that responds with %i as unavailable', (status) => {
  expect(isUnavailable(refused(status))).toBe(true);
  expect(isUnavailable(refused(status, 'The model is overloaded'))).toBe(true);
});

it.each([400, 401, 402, 403, 404, 413, 422])(
  'does not treat a vendor that responds with %i as unavailable',
  (status) => {
    expect(isUnavailable(refused(status))).toBe(false);
  },
);

it('treats silence and network failures as unavailable', () => {
  expect([timeoutError(), unreachableError()].map(isUnavailable)).toEqual([true, true]);
});

it('treats no other failure as unavailable', () => {
  const others = [
    stoppedError(),
    interruptedError(),
    invalidJsonError(),
    new CompletionError('quota', 'x', 403),
    new Error('x'),
    null,
  ];
  expect(others.map(isUnavailable)).toEqual(others.map(() => false));
});

it('reads a status from a body, as a number or a code', () => {
  const inside = [
    { code: 503 },
    { code: '529' },
    { status: 429 },
    { type: 'server_error' },
    { code: 'rate_limit_exceeded' },
  ];
  expect(inside.map((error) => isUnavailable(errorInBody(error, [])))).toEqual(inside.map(() => true));
  const others = [
    { code: 401 },
    { code: 'invalid_api_key' },
    { message: 'Invalid api_key' },
    'No credit',
    { code: 'constructor' },
  ];
  expect(others.map((error) => isUnavailable(errorInBody(error, [])))).toEqual(others.map(() => false));
});
