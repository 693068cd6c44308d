import { screen } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { beforeEach, expect, it } from 'vitest';
import { testConfig } from '../../../platform/test.ts';
import { fakeSession, startFakeService } from '../../../testing/fake-service.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { ResetPasswordPage } from './ResetPasswordPage.tsx';
import { SignInPage } from './SignInPage.tsx';
import { SignUpPage } from './SignUpPage.tsx';

const pages = (
  <Routes>
    <Route path="/signin" element={<SignInPage />} />
    <Route path="/signup" element={<SignUpPage />} />
    <Route path="/reset-password" element={<ResetPasswordPage />} />
  </Routes>
);

beforeEach(() => {
  const service = startFakeService({ ...testConfig, keepsMails: true });
  service.answer('POST /auth/v1/recover', { body: {} });
  service.answer('POST /auth/v1/otp', { body: {} });
  service.answer('POST /auth/v1/signup', { body: fakeSession({ email: 'ada@example.com' }).user });
});

async function expectMailbox(text: RegExp) {
  expect(await screen.findByText(text)).toBeVisible();
  expect(screen.getByText(/This installation has no mail server/)).toBeVisible();
  expect(screen.queryByText(/we sent/i)).toBeNull();
  const link = screen.getByRole('link', { name: 'Open the mailbox' });
  expect(link).toHaveAttribute('href', 'http://localhost:3000/_mailbox');
}

it('shows where to find the password reset email if the service has no mail server', async () => {
  const { user } = renderApp(pages, '/reset-password');
  await user.type(screen.getByLabelText('Email'), 'ada@example.com{Enter}');
  await expectMailbox(/its link and code are in the mailbox/);
});

it('shows where to find the sign-in email', async () => {
  const { user } = renderApp(pages, '/signin');
  await user.click(screen.getByRole('button', { name: 'Email me a link instead' }));
  await user.type(screen.getAllByLabelText('Email')[0]!, 'ada@example.com{Enter}');
  await expectMailbox(/its link and code are in the mailbox/);
});

it('shows where to find the sign-up email', async () => {
  const { user } = renderApp(pages, '/signup');
  await user.type(screen.getByLabelText('Full name'), 'Ada');
  await user.type(screen.getByLabelText('Email'), 'ada@example.com');
  await user.type(screen.getByLabelText('Password'), 'a good long password{Enter}');
  await screen.findByRole('heading', { name: 'Confirm your email' }, { timeout: 3_000 });
  await expectMailbox(/We created a link and a code for ada@example.com/);
});
