import { describe, expect, it } from '@jest/globals';
import { aPdf, textLines } from '../../plugins/extraction-pdf/test/a-pdf.js';
import { encrypted } from '../../plugins/extraction-pdf/test/encrypted-pdf.js';
import { checkAxe } from './support/check-axe.js';
import { untilValue } from './support/eventual-value.js';
import { uploadAndRead } from './support/upload.js';
import { webTest } from './support/web-test.js';

const web = webTest();
const NOTICE = 'This document is protected by a password.';

const aLockedPdf = async (password: string) => ({
  name: 'statement.pdf',
  type: 'application/pdf',
  content: await encrypted(aPdf({ drawing: textLines(['The account of the orchard']) }), password, 'the owner'),
});

describe('documents that need a password', () => {
  it('the page of a protected document takes its password, says when it is wrong, and shows the text afterwards', async () => {
    const user = await web.signIn();
    const { page, open } = user;
    const { id } = await uploadAndRead(user, await aLockedPdf('of the bank'));
    await open(`/documents/${id}`);
    await page.getByText(NOTICE).waitFor();
    const field = page.getByLabel('Document password');
    const unlock = page.getByRole('button', { name: 'Unlock' });
    await field.waitFor();
    expect(await unlock.isDisabled()).toBe(true);
    await checkAxe(page);
    await field.fill('not of the bank');
    await unlock.click();
    await page.getByText('Wrong password.').waitFor();
    await checkAxe(page);
    await untilValue(field, '');
    await field.fill('of the bank');
    await page.getByLabel('Keep this password for reading it again').check();
    await unlock.click();
    await page.getByText(NOTICE).waitFor({ state: 'detached' });
    await page.locator('[data-page="1"] img[data-drawn]').waitFor();
    await page.getByRole('tab', { name: 'Text', exact: true }).click();
    await page.getByText('The account of the orchard').first().waitFor();
    await page.getByRole('tab', { name: 'Processing', exact: true }).click();
    await page.getByRole('button', { name: 'Remove password' }).click();
    await page.getByText('Password removed').first().waitFor();
    await page.getByText('The password of this file is kept').waitFor({ state: 'detached' });
  });

  it('the settings have a list of passwords to try, with which protected documents are read again', async () => {
    const user = await web.signIn();
    const { page, open, call, organizationId } = user;
    const { id } = await uploadAndRead(user, await aLockedPdf('of the insurance'));
    await open('/settings');
    const name = page.getByLabel('Whose password it is');
    await name.waitFor();
    await page.getByRole('button', { name: 'Add password' }).click();
    await page.getByText('Enter a name.').waitFor();
    await page.getByText('Enter a password.').waitFor();
    await checkAxe(page);
    await name.fill('The insurance');
    await page.getByLabel('Password', { exact: true }).fill('of the insurance');
    await page.getByRole('button', { name: 'Add password' }).click();
    await page.getByText('Saved. Protected documents are read again.').first().waitFor();
    const remove = page.getByRole('button', { name: 'Remove password “The insurance”' });
    await remove.waitFor();
    await untilValue(page.getByLabel('Password', { exact: true }), '');
    await open(`/documents/${id}`);
    await page.getByRole('tab', { name: 'Text', exact: true }).click();
    await page.getByText('The account of the orchard').first().waitFor();
    await open('/settings');
    await remove.click();
    await remove.waitFor({ state: 'detached' });
    const path = `/api/organizations/${organizationId}/document-passwords`;
    expect(await call<{ documentPasswords: object[] }>('GET', path)).toEqual({ documentPasswords: [] });
  });
});
