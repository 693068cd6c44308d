import type { Page } from 'playwright/test';
import { administratorPassword } from './service.ts';

export interface Person {
  readonly name: string;
  readonly email: string;
  readonly password: string;
}

let count = 0;

export function newUser(name: string): Person {
  count += 1;
  const email = `${name.replaceAll(/\W+/g, '-').toLowerCase()}-${Date.now()}-${count}@example.com`;
  return { name, email, password: 'a good long password' };
}

export type Credentials = Pick<Person, 'email' | 'password'>;

export const administrator: Credentials = { email: 'admin@clover.local', password: administratorPassword };

export async function fillSignIn(page: Page, { email, password }: Credentials): Promise<void> {
  await page.getByLabel('Email').first().fill(email);
  await page.getByLabel('Password').first().fill(password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
}

export async function fillSignUp(page: Page, { name, email, password }: Person): Promise<void> {
  await page.getByLabel('Full name').fill(name);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Create Account' }).click();
}
