import { describe, expect, it } from '@jest/globals';
import { checkAxe } from './support/check-axe.js';
import { untilValue } from './support/eventual-value.js';
import { uploadText } from './support/upload-text.js';
import { webTest } from './support/web-test.js';

const web = webTest();

describe('the settings of an organization', () => {
  it('the organization is renamed, with a mistake shown at the field and an undo', async () => {
    const { page, open } = await web.signIn({ organization: 'House' });
    await open('/settings');
    const name = page.getByLabel('Organization name');
    await name.waitFor();
    await checkAxe(page);
    await name.fill('ab');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Use 3 to 50 characters.').waitFor();
    await name.fill('House <b>and</b> garden');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Organization renamed to “House <b>and</b> garden”.').waitFor();
    await page.getByRole('navigation', { name: 'Pages' }).waitFor();
    await page.getByRole('button', { name: 'House <b>and</b> garden' }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: 'House', exact: true }).waitFor();
    await untilValue(name, 'House');
  });

  it('the owner sees how to leave, and deletes the organization only after its name was typed', async () => {
    const { page, open, call } = await web.signIn({ organization: 'To be deleted' });
    await open('/settings');
    await page.getByRole('link', { name: 'make another member the owner' }).waitFor();
    await page.getByText('You can restore it for 30 days').waitFor();
    await page.getByRole('button', { name: 'Delete organization' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete this organization?' });
    const confirm = dialog.getByRole('button', { name: 'Delete organization' });
    expect(await confirm.isDisabled()).toBe(true);
    await checkAxe(page);
    await dialog.getByRole('textbox').fill('To be deleted');
    await confirm.click();
    await page.waitForURL(/\/organizations$/);
    const { organizations } = await call<{ organizations: object[] }>('GET', '/api/organizations/deleted');
    expect(organizations).toHaveLength(1);
  });

  it('the usage is shown, with a table of days for screen readers', async () => {
    const user = await web.signIn();
    const { page, open, organizationId, call } = user;
    await uploadText(user, 'one.txt', 'the text of one');
    const { documents } = await call<{ documents: { id: string }[] }>(
      'GET',
      `/api/organizations/${organizationId}/documents`,
    );
    await call('DELETE', `/api/organizations/${organizationId}/documents/${documents[0]?.id}`);
    await uploadText(user, 'two.txt', 'the text of two');
    await open('/settings');
    await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Usage' }).click();
    await page.getByRole('heading', { level: 1, name: 'Usage' }).waitFor();
    await page.getByText('2, no limit (1 in the trash)').waitFor();
    const table = page.getByRole('table', { name: 'Storage per day' });
    await table.waitFor({ state: 'attached' });
    expect(await table.getByRole('row').count()).toBeGreaterThan(1);
    await checkAxe(page);
    await page.getByLabel('Value').selectOption('Documents');
    await page.getByRole('table', { name: 'Documents per day' }).waitFor({ state: 'attached' });
  });
});

describe('the activity of an organization', () => {
  it('the activity is a list of sentences with links, arrives live, and can be limited to a kind', async () => {
    const user = await web.signIn({ organization: 'House', name: 'Ada Person' });
    const { page, open, organizationId, call } = user;
    await open('/activity');
    await page.getByText('You created the organization House').waitFor();
    await uploadText(user, 'letter.txt', 'the text of a letter');
    const added = page.getByRole('listitem').filter({ hasText: 'You added letter.txt' });
    await added.waitFor();
    const name = '<img src=x onerror=alert(1)>';
    await call('POST', `/api/organizations/${organizationId}/tags`, { name, color: '#aa3366' });
    await page.getByText(`You created the tag ${name}`).waitFor();
    await checkAxe(page);
    await page.getByLabel('Show').selectOption('Tags');
    await added.waitFor({ state: 'detached' });
    expect(new URL(page.url()).searchParams.get('kind')).toBe('tags');
    await page.reload();
    await page.getByText(`You created the tag ${name}`).waitFor();
    await page.getByLabel('Show').selectOption('Documents');
    await added.getByRole('link', { name: 'letter.txt' }).click();
    await page.waitForURL(/\/documents\/doc_/);
  });
});
