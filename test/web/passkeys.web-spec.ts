import { describe, expect, it } from '@jest/globals';
import type pg from 'pg';
import type { Page } from 'playwright-core';
import { POSTGRES_POOL } from '#ground/database';
import { checkAxe } from './support/check-axe.js';
import { VirtualAuthenticator } from './support/virtual-authenticator.js';
import { webTest, type SignedIn } from './support/web-test.js';

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

describe('passkeys', () => {
  // Browsers have none at a bare address.
  const web = webTest({}, { host: 'localhost' });

  interface WithPasskey extends SignedIn {
    device: VirtualAuthenticator;
  }

  async function addInSettings(): Promise<WithPasskey> {
    const person = await web.signIn();
    const device = await VirtualAuthenticator.addTo(person.page);
    await device.setPresent(true);
    await person.page.goto(`${web.address}/settings/security`);
    await press(person.page, 'Add passkey');
    await person.page.getByText('Passkey added.').waitFor();
    await device.setPresent(false);
    return { ...person, device };
  }

  /** By the API. */
  async function withPasskey(): Promise<WithPasskey> {
    const person = await web.signIn();
    const { page, call } = person;
    await page.goto(`${web.address}/favicon.svg`); // a document of this origin
    const device = await VirtualAuthenticator.addTo(page);
    await device.setPresent(true);
    const options = await call<object>('GET', '/api/auth/passkey/generate-register-options');
    const response = await page.evaluate<object>(`navigator.credentials
      .create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(${JSON.stringify(options)}) })
      .then((made) => made.toJSON())`);
    await call('POST', '/api/auth/passkey/verify-registration', { response });
    await device.setPresent(false);
    return { ...person, device };
  }

  it('passkeys are added, renamed with an undo, and deleted after a question', async () => {
    const { page, device } = await addInSettings();
    expect(await device.passkeys()).toHaveLength(1);
    await page.getByRole('button', { name: 'Rename Chrome, Linux' }).waitFor();
    await checkAxe(page);
    await press(page, 'Rename Chrome, Linux');
    const name = 'Phone <img src=x onerror=alert(1)>';
    await page.getByLabel('Name', { exact: true }).fill(name);
    await checkAxe(page);
    await press(page, 'Save');
    await page.getByText(`Passkey renamed to “${name}”.`).waitFor();
    await page.getByRole('button', { name: `Rename ${name}` }).waitFor();
    await press(page, 'Undo');
    await press(page, 'Delete Chrome, Linux');
    await checkAxe(page);
    await press(page, 'Delete passkey');
    await page.getByText('Passkey deleted.').waitFor();
    await page.getByRole('button', { name: 'Delete Chrome, Linux' }).waitFor({ state: 'detached' });
    await page.setViewportSize({ width: 360, height: 740 });
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  });

  it('a passkey is added once for each device, and a second one is refused with the reason', async () => {
    const { page, device } = await addInSettings();
    await device.setPresent(true);
    await press(page, 'Add passkey');
    await page.getByRole('alert').getByText('This device already has a passkey for this account.').waitFor();
    expect(await device.passkeys()).toHaveLength(1);
  });

  it('a passkey signs in by a button, without a password or a code, to the requested page', async () => {
    const { page, device, call, organizationId } = await withPasskey();
    await call('POST', '/api/auth/sign-out', {});
    await page.goto(`${web.address}/login?redirect=/organizations/${organizationId}/tags`);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor();
    await checkAxe(page);
    await device.setPresent(true);
    await press(page, 'Sign in with a passkey');
    await page.waitForURL(({ pathname }) => pathname.endsWith('/tags'));
    await page.getByRole('heading', { level: 1, name: 'Tags' }).waitFor();
  });

  it('a passkey signs in from what the browser offers below the field of the address', async () => {
    const { page, device, call } = await withPasskey();
    await call('POST', '/api/auth/sign-out', {});
    await device.setPresent(true); // takes the offer as soon as the page makes it
    await page.goto(`${web.address}/login`);
    await page.waitForURL(({ pathname }) => pathname.startsWith('/organizations/'));
  });

  it('a deleted passkey signs no one in, and the page says why', async () => {
    const { page, device, call } = await withPasskey();
    const [passkey] = await call<{ id: string }[]>('GET', '/api/auth/passkey/list-user-passkeys');
    await call('POST', '/api/auth/passkey/delete-passkey', { id: passkey?.id });
    await call('POST', '/api/auth/sign-out', {});
    await page.goto(`${web.address}/login`);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor();
    await device.setPresent(true);
    await press(page, 'Sign in with a passkey');
    await page.getByRole('alert').getByText('This passkey is unknown.').waitFor();
    await checkAxe(page);
  });

  it('a passkey signs no one in while the device does not recognise its user', async () => {
    const { page, device, call } = await withPasskey();
    await call('POST', '/api/auth/sign-out', {});
    await page.goto(`${web.address}/login`);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor();
    await device.setVerified(false);
    await device.setPresent(true);
    await press(page, 'Sign in with a passkey');
    await page.getByRole('alert').getByText('No passkey was used').waitFor();
    expect(new URL(page.url()).pathname).toBe('/login');
  });

  it('a passkey is added in an old session after the person has signed in again', async () => {
    const { page, userId, password } = await web.signIn();
    await VirtualAuthenticator.addTo(page).then((device) => device.setPresent(true));
    const pool = web.app.app.get<pg.Pool>(POSTGRES_POOL, { strict: false });
    await pool.query(`update auth_session set created_at = now() - interval '25 hours' where user_id = $1`, [userId]);
    await page.goto(`${web.address}/settings/security`);
    await page.getByText('Sign in again to see your sessions.').waitFor();
    await checkAxe(page);
    await press(page, 'Add passkey');
    const dialog = page.getByRole('dialog', { name: 'Sign in again' });
    await dialog.getByText('You signed in more than a day ago.').waitFor();
    await checkAxe(page);
    await dialog.getByLabel('Password', { exact: true }).fill(password);
    await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByText('Passkey added.').waitFor();
  });

  it('a passkey restores an ended session over the page, and then what was typed is sent', async () => {
    const { page, device, call } = await withPasskey();
    await page.goto(`${web.address}/settings/profile`);
    await page.getByLabel('Name', { exact: true }).fill('Grace Hopper');
    await call('POST', '/api/auth/sign-out', {});
    await press(page, 'Save');
    const dialog = page.getByRole('dialog', { name: 'Sign in again' });
    await dialog.getByRole('button', { name: 'Sign in with a passkey' }).waitFor();
    await device.setPresent(true);
    await dialog.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.getByText('Name saved.').waitFor();
  });
});
