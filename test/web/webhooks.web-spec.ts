import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { isSignedWith, respondsWith, WebhookReceiver } from '../support/webhook-receiver.js';
import { until } from '../support/until.js';
import { checkAxe } from './support/check-axe.js';
import { webTest } from './support/web-test.js';

describe('the pages of webhooks', () => {
  const web = webTest({ WEBHOOK_URL_ALLOWED_HOSTNAMES: '127.0.0.1' });
  let receiver: WebhookReceiver;
  beforeAll(async () => {
    receiver = await WebhookReceiver.start();
  });
  afterAll(() => receiver.close());

  it('a webhook is created and tried, and the response of the receiver is shown as text', async () => {
    const hostile = '<script>alert(1)</script>\u202egpj.exe';
    receiver.behaviour = respondsWith(hostile, 503);
    const { page, open, organizationId, call } = await web.signIn();
    await open('/settings/webhooks');
    await page.getByText('No webhooks').waitFor();
    await checkAxe(page);
    await page.getByRole('link', { name: 'New webhook' }).click();
    await page.getByRole('button', { name: 'Create webhook' }).click();
    await page.getByText('Enter a name.').waitFor();
    await page.getByRole('textbox', { name: 'Name' }).fill('Accounting');
    await page.getByLabel('Address').fill('http://10.0.0.1/hook');
    await page.getByRole('button', { name: 'Generate' }).click();
    const secret = await page.getByLabel('Secret', { exact: true }).inputValue();
    expect(secret).toMatch(/^[\w-]{43}$/);
    await page.getByLabel('A tag was created tag:created').check();
    await checkAxe(page);
    await page.getByRole('button', { name: 'Create webhook' }).click();
    await page.getByText('Webhooks cannot be sent to this URL').waitFor();

    await page.getByLabel('Address').fill(receiver.url);
    await page.getByRole('button', { name: 'Create webhook' }).click();
    await page.getByRole('heading', { level: 1, name: 'Accounting' }).waitFor();
    await page.getByText('Nothing sent yet.').waitFor();
    await checkAxe(page);

    await page.getByRole('button', { name: 'Send test message' }).click();
    const result = page.getByRole('dialog', { name: 'Test message' });
    await result.getByText('The receiver responded with 503.').waitFor();
    await result.getByText(hostile).waitFor();
    await checkAxe(page);
    await result.getByRole('button', { name: 'Close' }).click();
    expect(receiver.requests.at(-1) && isSignedWith(secret, receiver.requests.at(-1)!)).toBe(true);

    receiver.behaviour = respondsWith('thank you', 202);
    await call('POST', `/api/organizations/${organizationId}/tags`, { name: 'new', color: '#aa3366' });
    const row = page
      .getByRole('list', { name: 'Deliveries' })
      .getByRole('listitem')
      .filter({ hasText: 'A tag was created' });
    await row.getByText('Delivered').waitFor();
    await row.getByRole('button', { name: /A tag was created/ }).click();
    await row.getByText('The receiver responded with 202.').waitFor();
    await row.getByText('thank you').waitFor();
    const before = receiver.requests.length;
    await row.getByRole('button', { name: 'Send again' }).first().click();
    await page
      .getByText(/ sent again/)
      .first()
      .waitFor();
    await until(90_000, 'the receiver to get what the page has announced', () => receiver.requests.length > before);

    await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Webhooks' }).click();
    const listed = page.getByRole('listitem').filter({ hasText: 'Accounting' });
    await listed.getByText('Delivered').waitFor();
    await listed.getByText('202').waitFor();
    await checkAxe(page);
  });

  it('a secret is rotated in two steps, and a webhook is switched off and on, replayed and deleted', async () => {
    receiver.behaviour = respondsWith('ok', 200);
    const { page, open, organizationId, call } = await web.signIn();
    const base = `/api/organizations/${organizationId}`;
    const { webhook } = await call<{ webhook: { id: string } }>('POST', `${base}/webhooks`, {
      ...{ name: 'Accounting', url: receiver.url, secret: 'the old one', events: ['tag:created'] },
    });
    await call('POST', `${base}/tags`, { name: 'one', color: '#aa3366' });
    await open(`/settings/webhooks/${webhook.id}`);
    await page.getByRole('list', { name: 'Deliveries' }).getByText('Delivered').waitFor();

    await page.getByLabel('New secret').fill('the new one');
    await page.getByRole('button', { name: 'Start rotation' }).click();
    await page.getByText('Requests carry the old signature').waitFor();
    await page.getByRole('button', { name: 'Send test message' }).click();
    await page.getByRole('dialog').getByText('The receiver responded with 200.').waitFor();
    const during = receiver.requests.at(-1)!;
    expect(isSignedWith('the old one', during)).toBe(true);
    expect(isSignedWith('the new one', during, 'webhook-signature-next')).toBe(true);
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Finish rotation' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Finish rotation' }).click();
    await page.getByText('Requests are signed with the new secret only.').waitFor();

    const since = page.getByLabel('Send everything again since');
    await since.fill('2026-01-01T00:00');
    const before = receiver.requests.length;
    await page.locator('form').filter({ has: since }).getByRole('button', { name: 'Send again' }).click();
    await page.getByText('All events since then are being sent again.').waitFor();
    await until(90_000, 'the receiver to get what the page has announced', () => receiver.requests.length > before);

    await page.getByRole('switch', { name: 'On' }).uncheck();
    await page.getByText('Webhook turned off.').waitFor();
    await page.getByText('Turn on the webhook first.').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Turn on the webhook first.').waitFor({ state: 'detached' });

    await page.getByRole('textbox', { name: 'Name' }).fill('Bookkeeping');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Bookkeeping' }).waitFor();

    await page.getByRole('button', { name: 'Delete webhook' }).press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete webhook' }).click();
    await page.getByText('No webhooks').waitFor();
  });
});
