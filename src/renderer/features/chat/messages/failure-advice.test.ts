import { expect, it } from 'vitest';
import { completionErrorCodes } from '../../../../shared/completion/error.ts';
import { adviceFor } from './FailedNote.tsx';

const failure = (code: Parameters<typeof adviceFor>[0]['code'], isAction = false) => ({
  code,
  message: 'It failed',
  isAction,
});

it('links administrators to the settings, and refers others to another model or their administrator', () => {
  for (const code of [
    'missing_key',
    'no_vendor',
    'unsupported_vendor',
    'authentication',
    'not_found',
  ] as const) {
    expect(adviceFor(failure(code), true)?.link?.to).toBe('/admin/api-vendors');
    expect(adviceFor(failure(code), false)).toEqual({
      text: 'Choose another model, or contact your administrator.',
    });
  }
});

it('links to the plans when the daily quota is used up', () => {
  expect(adviceFor(failure('quota'), false)?.link).toEqual({ to: '/pricing', text: 'Compare plans' });
});

it('links administrators to the budgets; others get advice in the message', () => {
  expect(adviceFor(failure('budget'), true)?.link).toEqual({ to: '/admin/settings', text: 'Open settings' });
  expect(adviceFor(failure('budget'), false)).toBeNull();
});

it('suggests no other model if no model was used', () => {
  for (const code of [...completionErrorCodes, null])
    expect(adviceFor(failure(code, true), false)?.text ?? '').not.toContain('model');
});
