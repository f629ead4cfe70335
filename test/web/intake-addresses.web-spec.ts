import { describe, expect, it } from '@jest/globals';
import { checkAxe } from './support/check-axe.js';
import { join } from './support/join.js';
import { webTest } from './support/web-test.js';

interface Address {
  emailAddress: string;
  isEnabled: boolean;
  keepsMessage: boolean;
  allowedOrigins: string[];
}

describe('the e-mail addresses on the page of the intake', () => {
  const web = webTest({
    INTAKE_EMAILS_IS_ENABLED: 'true',
    INTAKE_EMAILS_WEBHOOK_SECRET: '0123456789abcdef',
    INTAKE_EMAILS_CATCH_ALL_DOMAIN: 'in.example.com',
  });

  it('e-mail addresses are created, get their allowed senders, are switched off and on, and are deleted', async () => {
    const { page, open, organizationId, call } = await web.signIn();
    const stored = async () =>
      (await call<{ intakeEmails: Address[] }>('GET', `/api/organizations/${organizationId}/intake-emails`))
        .intakeEmails;
    await open('/settings/intake');
    await page.getByText('No addresses yet.').waitFor();
    await checkAxe(page);
    await page.getByRole('button', { name: 'New address' }).click();
    const list = page.getByRole('list', { name: 'E-mail addresses' });
    await list.getByText('No allowed senders, so nothing is accepted.').waitFor();
    const [created] = await stored();
    const emailAddress = created?.emailAddress ?? '';
    expect(emailAddress).toMatch(/^[a-z0-9-]+@in\.example\.com$/);
    await list.getByRole('button', { name: `Copy ${emailAddress}` }).waitFor();
    await checkAxe(page);

    await list.getByRole('button', { name: `Allowed senders of ${emailAddress}` }).press('Enter');
    const editor = page.getByRole('dialog', { name: 'Allowed senders' });
    const field = editor.getByRole('textbox', { name: 'Senders' });
    await field.and(page.locator(':focus')).waitFor();
    await editor.getByText('If the list is empty, nothing is accepted.').waitFor();
    await page.keyboard.type('Ada@Example.com\nbank');
    await editor.getByRole('button', { name: 'Save' }).click();
    await editor.getByText('Not an e-mail address or domain: bank').waitFor();
    await checkAxe(page);
    await field.fill('Ada@Example.com\n@bank.example');
    await editor.getByRole('button', { name: 'Save' }).click();
    await list.getByText('Accepts files from ada@example.com, @bank.example').waitFor();
    expect(await stored()).toMatchObject([{ allowedOrigins: ['ada@example.com', '@bank.example'] }]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await list.getByText('No allowed senders, so nothing is accepted.').waitFor();

    await list.getByRole('switch', { name: `${emailAddress} accepts e-mails` }).uncheck();
    await page.getByText('Address turned off. E-mails to it are dropped.').waitFor();
    await list.getByText('Off', { exact: true }).waitFor();
    expect(await stored()).toMatchObject([{ isEnabled: false }]);
    await list.getByRole('switch', { name: `${emailAddress} keeps the e-mail itself` }).check();
    await page.getByText('The e-mail itself becomes a document too.').waitFor();
    expect(await stored()).toMatchObject([{ isEnabled: false, keepsMessage: true }]);
    await page.setViewportSize({ width: 360, height: 740 });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
    await checkAxe(page);

    await list.getByRole('button', { name: `Delete ${emailAddress}` }).click();
    const question = page.getByRole('dialog', { name: `Delete ${emailAddress}?` });
    await question.waitFor();
    await checkAxe(page);
    await question.getByRole('button', { name: 'Delete address' }).click();
    await page.getByText('No addresses yet.').waitFor();
    expect(await stored()).toEqual([]);
  });

  it('e-mail addresses show changes of others live, and viewers change nothing', async () => {
    const owner = await web.signUp();
    const path = `/api/organizations/${owner.organizationId}/intake-emails`;
    const viewer = await join(web, owner, 'viewer', 'Grace Fields');
    await viewer.page.goto(`${web.address}/organizations/${owner.organizationId}/settings/intake`);
    await viewer.page.getByText('No addresses yet.').waitFor();
    const { intakeEmail } = await owner.call<{ intakeEmail: { id: string; emailAddress: string } }>('POST', path);
    const { emailAddress } = intakeEmail;
    await viewer.page.getByText(emailAddress).waitFor();
    await owner.call('PUT', `${path}/${intakeEmail.id}`, { allowedOrigins: ['ada@example.com'] });
    await viewer.page.getByText('Accepts files from ada@example.com').waitFor();
    expect(await viewer.page.getByRole('button', { name: /^(New address|Allowed senders|Delete)/ }).count()).toBe(0);
    expect(await viewer.page.getByRole('switch').count()).toBe(0);
    await viewer.page.getByRole('button', { name: `Copy ${emailAddress}` }).waitFor();
    await checkAxe(viewer.page);
  });
});
