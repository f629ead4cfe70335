import { describe, expect, it } from '@jest/globals';
import type pg from 'pg';
import type { Page } from 'playwright-core';
import { POSTGRES_POOL } from '#ground/database';
import { checkAxe } from './support/check-axe.js';
import { PASSWORD, webTest, type SignedUp } from './support/web-test.js';

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

describe('the security of an account', () => {
  const web = webTest();
  const pool = () => web.app.app.get<pg.Pool>(POSTGRES_POOL, { strict: false });

  /** As after a sign-in with this provider, whose account was connected. */
  const connect = (userId: string, providerId: string) =>
    pool().query(
      `insert into auth_account (id, created_at, updated_at, account_id, provider_id, user_id)
       values ($1, now(), now(), $2, $3, $4)`,
      [`auth_acc_${userId.slice(-16)}${providerId}`, `by ${userId}`, providerId, userId],
    );
  const providersOf = async (userId: string) =>
    (
      await pool().query<{ provider_id: string }>(
        'select provider_id from auth_account where user_id = $1 order by provider_id',
        [userId],
      )
    ).rows.map((row) => row.provider_id);

  /** In another browser, by the API. */
  async function signInElsewhere({ email, password }: SignedUp): Promise<Page> {
    const { page, browser } = await web.visit('/favicon.svg');
    const headers = { origin: web.address };
    const data = { email, password };
    const response = await browser.request.post(`${web.address}/api/auth/sign-in/email`, { data, headers });
    expect(response.status()).toBe(200);
    return page;
  }

  it('the page lists connected accounts, and disconnects one after a question', async () => {
    const { page, userId } = await web.signIn();
    await connect(userId, 'github');
    await page.goto(`${web.address}/settings/security`);
    await page.getByRole('heading', { name: 'Connected accounts' }).waitFor();
    await checkAxe(page);
    await press(page, 'Disconnect github');
    const dialog = page.getByRole('dialog', { name: 'Disconnect github?' });
    await dialog.getByText('You cannot sign in with github until').waitFor();
    await checkAxe(page);
    await dialog.getByRole('button', { name: 'Disconnect' }).click();
    await page.getByText('github disconnected.').waitFor();
    await page.getByRole('heading', { name: 'Connected accounts' }).waitFor({ state: 'detached' });
    expect(await providersOf(userId)).toEqual(['credential']);
  });

  it('a person without a password cannot set up codes or disconnect the only account', async () => {
    const { page, userId } = await web.signIn();
    await connect(userId, 'github');
    await pool().query(`delete from auth_account where user_id = $1 and provider_id = 'credential'`, [userId]);
    await page.goto(`${web.address}/settings/security`);
    await page.getByText('The only way to sign in to your account').waitFor();
    await page.getByText('Your account has no password').waitFor();
    expect(await page.getByRole('button', { name: 'Set up' }).count()).toBe(0);
    await checkAxe(page);
  });

  it('the page says why a provider did not connect its account, and shows foreign text as a quotation', async () => {
    const { page } = await web.signIn();
    await page.goto(`${web.address}/settings/security?error=account_already_linked_to_different_user`);
    await page.getByRole('alert').getByText('belongs to another user here').waitFor();
    await checkAxe(page);
    const foreign = encodeURIComponent('<b>Call</b> 0900-1234');
    const visitor = await web.visit(`/login?error=unheard_of&error_description=${foreign}`);
    const alert = visitor.page.getByRole('alert');
    await alert.getByText('The sign-in failed: unheard_of').waitFor();
    await alert.getByText('Reported reason: “<b>Call</b> 0900-1234”').waitFor();
    await checkAxe(visitor.page);
  });

  it('a user ends all other sessions at once', async () => {
    const user = await web.signIn();
    const { page, call } = user;
    const others = [await signInElsewhere(user), await signInElsewhere(user)];
    await page.goto(`${web.address}/settings/security`);
    await press(page, 'End all other sessions');
    await page.getByRole('button', { name: 'End all other sessions' }).waitFor({ state: 'detached' });
    expect(await call<object[]>('GET', '/api/auth/list-sessions')).toHaveLength(1);
    for (const other of others) {
      await other.goto(`${web.address}/settings/security`);
      await other.waitForURL(({ pathname }) => pathname === '/login');
    }
  });

  it('a new password ends all other sessions', async () => {
    const user = await web.signIn();
    const { page } = user;
    const other = await signInElsewhere(user);
    await page.goto(`${web.address}/settings/security`);
    await page.getByText('Your other sessions end').waitFor();
    await page.getByLabel('Current password', { exact: true }).fill(PASSWORD);
    await page.getByLabel('New password', { exact: true }).fill('another good one');
    await press(page, 'Change password');
    await page.getByText('Password changed.').waitFor();
    await other.goto(`${web.address}/settings/security`);
    await other.waitForURL(({ pathname }) => pathname === '/login');
  });

  it('the sessions are shown after the person has signed in again, when the session is a day old', async () => {
    const { page, userId } = await web.signIn();
    await pool().query(`update auth_session set created_at = now() - interval '25 hours' where user_id = $1`, [userId]);
    await page.goto(`${web.address}/settings/security`);
    await press(page, 'Sign in again');
    const dialog = page.getByRole('dialog', { name: 'Sign in again' });
    await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByText('This session').waitFor();
  });

  it('the pages offer no passkeys at an address where browsers have none', async () => {
    const { page } = await web.signIn();
    await page.goto(`${web.address}/settings/security`);
    await page.getByText('This session').waitFor();
    expect(await page.getByRole('heading', { name: 'Passkeys' }).count()).toBe(0);
    const visitor = await web.visit('/login');
    await visitor.page.getByRole('link', { name: 'Forgot password?' }).waitFor();
    expect(await visitor.page.getByRole('button', { name: 'Sign in with a passkey' }).count()).toBe(0);
  });
});
