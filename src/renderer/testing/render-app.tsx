import { notifications } from '@mantine/notifications';
import { render } from '@testing-library/react';
import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event';
import { type ReactNode, useLayoutEffect } from 'react';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { onTestFinished } from 'vitest';
// Preloads the toast component, so that slow machines don't fail tests.
import '../components/ToastHost.tsx';
import { Questions } from '../components/Questions.tsx';
import { Toasts } from '../components/Toasts.tsx';
import { SessionProvider } from '../lib/session.tsx';
import { storageKeys } from '../lib/storage.ts';
import { type FakeUser, fakeSession } from './fake-service.ts';

export function renderApp(children: ReactNode, address = '/') {
  onTestFinished(() => notifications.clean());
  const place = { current: '' };
  function Place() {
    const { pathname, search, hash } = useLocation();
    useLayoutEffect(() => {
      place.current = pathname + search + hash;
    }, [pathname, search, hash]);
    return null;
  }
  const screen = render(
    <MemoryRouter initialEntries={[address]} useTransitions={false}>
      <SessionProvider>{children}</SessionProvider>
      <Toasts />
      <Questions />
      <Place />
    </MemoryRouter>,
  );
  // No style sheets are loaded here, so no element refuses the pointer.
  const user = userEvent.setup({ pointerEventsCheck: PointerEventsCheckLevel.Never });
  return { ...screen, user, address: () => place.current };
}

/** Stores a session as an earlier visit would. */
export function storeSession(person: FakeUser = {}): void {
  localStorage.setItem(storageKeys.session, JSON.stringify(fakeSession(person)));
}
