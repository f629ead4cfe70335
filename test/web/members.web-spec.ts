import { describe, expect, it } from '@jest/globals';
import { checkAxe } from './support/check-axe.js';
import { join } from './support/join.js';
import { webTest, type SignedIn, type SignedUp } from './support/web-test.js';

describe('the members of an organization', () => {
  const web = webTest();

  const openAs = ({ page }: SignedIn, { organizationId }: SignedUp, path: string) =>
    page.goto(`${web.app.baseUrl}/organizations/${organizationId}${path}`);

  it('members are invited by several addresses, and their invitations are cancelled, restored and accepted', async () => {
    const owner = await web.signIn();
    const { page } = owner;
    await owner.open('/members');
    await page.getByRole('heading', { level: 1, name: 'Members' }).waitFor();
    await checkAxe(page);
    await page.getByRole('link', { name: 'Invite' }).click();
    await page.getByRole('heading', { level: 1, name: 'Invite members' }).waitFor();

    await page.getByLabel('E-mail addresses').fill('grace@example.com, nonsense');
    await page.getByRole('button', { name: 'Send invitations' }).click();
    await page.getByText('Not an e-mail address: nonsense').waitFor();

    await page.getByLabel('E-mail addresses').fill('Grace Fields <grace@example.com>\nalan@example.com');
    await page.getByLabel('Role').selectOption('Viewer');
    await page.getByText('Can see everything but change nothing.').waitFor();
    await page.getByRole('button', { name: 'Send invitations' }).click();
    const sent = page.getByRole('list', { name: 'Invitations sent' });
    await sent.getByRole('listitem').filter({ hasText: 'alan@example.com is invited.' }).waitFor();
    await page.getByText('This server sends no e-mail').waitFor();
    await page.getByRole('button', { name: 'Copy link' }).waitFor();
    await checkAxe(page);

    await page.getByRole('link', { name: 'Go to members' }).click();
    await page
      .getByRole('navigation', { name: 'Members and invitations' })
      .getByRole('link', { name: 'Invitations' })
      .click();
    const row = page.getByRole('listitem').filter({ hasText: 'alan@example.com' });
    await row.getByText('Waiting').waitFor();
    await checkAxe(page);
    await page.getByRole('button', { name: 'Cancel invitation for alan@example.com' }).click();
    await row.getByText('Cancelled', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await row.getByText('Waiting').waitFor();
  });

  it('the role of one member changes the page of another who looks at it', async () => {
    const owner = await web.signIn();
    const grace = await join(web, owner, 'member', 'Grace Fields');
    await owner.open('/members');
    await openAs(grace, owner, '/members');
    await grace.page.getByText('The owner and admins can invite people').waitFor();
    expect(await grace.page.getByRole('link', { name: 'Invite' }).count()).toBe(0);

    await owner.page.getByLabel('Role of Grace Fields').selectOption('Admin');
    await owner.page.getByText('Role of Grace Fields changed.').waitFor();
    await grace.page.getByRole('link', { name: 'Invite' }).waitFor();
    await owner.page.getByRole('button', { name: 'Undo' }).click();
    await grace.page.getByText('The owner and admins can invite people').waitFor();
  });

  it('members transfer the ownership, remove others and leave, each after a question', async () => {
    const owner = await web.signIn({ name: 'Ada Person' });
    const grace = await join(web, owner, 'admin', 'Grace Fields');
    await join(web, owner, 'viewer', 'Alan Smith');
    const { page } = owner;
    await owner.open('/members');

    await page.getByRole('button', { name: 'More for Alan Smith' }).click();
    await page.getByRole('menuitem', { name: 'Remove from the organization' }).click();
    await page.getByRole('dialog', { name: 'Remove Alan Smith?' }).waitFor();
    await checkAxe(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByText('Alan Smith removed.').waitFor();
    await page.getByRole('listitem').filter({ hasText: 'Alan Smith' }).waitFor({ state: 'detached' });

    await page.getByRole('button', { name: 'More for Grace Fields' }).click();
    await page.getByRole('menuitem', { name: 'Make owner' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Make owner' }).click();
    await page.getByText('Grace Fields is now the owner.').waitFor();

    await page.getByRole('button', { name: 'More for Ada Person' }).click();
    await page.getByRole('menuitem', { name: 'Leave organization' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Leave', exact: true }).click();
    await page.waitForURL(/\/organizations$/);
    await openAs(grace, owner, '/members');
    await grace.page.getByRole('listitem').filter({ hasText: 'Grace Fields' }).getByText('Owner').waitFor();
    expect(await grace.page.getByRole('list', { name: 'Members' }).getByRole('listitem').count()).toBe(1);
  });

  it('viewers see what they may not do, and why', async () => {
    const owner = await web.signUp();
    const alan = await join(web, owner, 'viewer', 'Alan Smith');
    await openAs(alan, owner, '/members/invite');
    await alan.page.getByText('Only the owner and admins can invite people').waitFor();
    await openAs(alan, owner, '/invitations');
    await alan.page.getByText('Only the owner and admins can see invitations').waitFor();
    await openAs(alan, owner, '/settings');
    await alan.page.getByText('Viewers cannot change anything.').waitFor();
    await alan.page.getByText('Only the owner can delete it.').waitFor();
    await openAs(alan, owner, '/settings/webhooks');
    await alan.page.getByText('You can see webhooks.').waitFor();
    expect(await alan.page.getByRole('link', { name: 'New webhook' }).count()).toBe(0);
    await openAs(alan, owner, '/settings/webhooks/create');
    await alan.page.getByText('Viewers cannot create webhooks').waitFor();
    await checkAxe(alan.page);
  });
});
