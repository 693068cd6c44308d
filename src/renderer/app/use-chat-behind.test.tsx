import { screen } from '@testing-library/react';
import { Link, useLocation } from 'react-router-dom';
import { expect, it } from 'vitest';
import { startFakeService } from '../testing/fake-service.ts';
import { renderApp } from '../testing/render-app.tsx';
import { useChatBehind } from './use-chat-behind.ts';

function Behind() {
  const chat = useChatBehind(useLocation());
  return (
    <>
      <output>{chat ? chat.pathname + chat.search : 'none'}</output>
      {['/chat?id=1', '/account', '/account/about', '/pricing'].map((path) => (
        <Link key={path} to={path}>
          {path}
        </Link>
      ))}
    </>
  );
}

it('remembers the chat behind the settings while they are open, and only if they were opened from it', async () => {
  startFakeService();
  const { user } = renderApp(<Behind />, '/account');
  const behind = async (path: string) => {
    await user.click(screen.getByRole('link', { name: path }));
    return screen.getByRole('status').textContent;
  };
  expect(screen.getByRole('status')).toHaveTextContent('none');
  expect(await behind('/chat?id=1')).toBe('none');
  expect(await behind('/account')).toBe('/chat?id=1');
  expect(await behind('/account/about')).toBe('/chat?id=1');
  expect(await behind('/pricing')).toBe('none');
  expect(await behind('/account')).toBe('none');
});
