import { describe, expect, it } from '@jest/globals';
import { poolOf } from '../support/rows.js';
import { signInAdministrator } from './support/administrator.js';
import { checkAxe } from './support/check-axe.js';
import { webTest, type WebTest } from './support/web-test.js';

/** A job that the server gave up; the document it is for does not exist. */
const giveUp = (web: WebTest, queue: string, message: string) =>
  poolOf(web.app).query(
    `insert into job.job (name, data, source_name, source_output, source_retry_count, source_created_on)
     values ($1 || '.failed', '{"organizationId": "org_x", "documentId": "doc_x"}', $1,
       jsonb_build_object('message', $2::text), 4, now() - interval '1 hour')`,
    [queue, message],
  );

const web = webTest({ WEBHOOK_URL_ALLOWED_HOSTNAMES: '127.0.0.1' });

describe('the jobs of an installation', () => {
  it('dead-lettered jobs are shown with the error, retried one by one or by queue, and deleted after a question', async () => {
    const { page } = await signInAdministrator(web);
    await giveUp(web, 'document.process', 'The file <b>one</b> could not be read.');
    await giveUp(web, 'document.process', 'The file two could not be read.');
    await giveUp(web, 'document.process', 'The file three could not be read.');
    await giveUp(web, 'document.process', 'The file four could not be read.');
    await page.goto(`${web.app.baseUrl}/admin/overview`);
    await page.getByRole('link', { name: '4 jobs have failed' }).click();
    await page.getByRole('list', { name: 'Queues with jobs' }).getByText('4 given up').waitFor();
    const jobs = page.getByRole('list', { name: 'Jobs' });
    const job = (name: string) => jobs.getByRole('listitem').filter({ hasText: `The file ${name} could` });
    await job('two').getByText('Attempt 5 of 5').waitFor();
    await checkAxe(page);

    await job('<b>one</b>').getByRole('button', { name: 'Delete this job' }).click();
    await page.getByRole('dialog', { name: 'Delete this job?' }).waitFor();
    await checkAxe(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Delete this job' }).click();
    await job('<b>one</b>').waitFor({ state: 'detached' });

    await job('two').getByRole('button', { name: 'Try again' }).click();
    await page.getByText('Retrying document.process.').waitFor();
    await job('two').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Retry all: document.process' }).click();
    await page.getByText('Retrying 2 jobs.').waitFor();
    await page.getByText('No failed jobs.').waitFor();
  });

  it('jobs are filtered by queue and state, which stay in the address', async () => {
    const { page } = await signInAdministrator(web);
    await giveUp(web, 'mail.send', 'The mail server does not respond.');
    await page.goto(`${web.app.baseUrl}/admin/queues`);
    const job = page.getByRole('list', { name: 'Jobs' }).getByText('The mail server does not respond.');
    await job.waitFor();
    await page.getByRole('combobox', { name: 'Queue' }).selectOption('webhook.deliver');
    await job.waitFor({ state: 'detached' });
    await page.getByRole('combobox', { name: 'Queue' }).selectOption('mail.send');
    await job.waitFor();
    await page.getByLabel('State').selectOption('Waiting');
    await page.getByText('Job not found.').waitFor();
    await page.reload();
    await page.getByText('Job not found.').waitFor();
    expect(new URL(page.url()).search).toBe('?queue=mail.send&state=waiting');
  });
});

describe('the webhooks of an installation', () => {
  it('webhooks are listed for all organizations without their secrets', async () => {
    const { page } = await signInAdministrator(web);
    const owner = await web.signUp({ organization: 'Garden club' });
    await owner.call('POST', `/api/organizations/${owner.organizationId}/webhooks`, {
      name: 'CRM',
      url: 'http://127.0.0.1:9/hook',
      secret: 'a secret of 32 characters, or so',
      events: ['document:created'],
    });
    await page.goto(`${web.app.baseUrl}/admin/webhooks`);
    const row = page.getByRole('listitem').filter({ hasText: 'CRM' });
    await row.getByText('http://127.0.0.1:9/hook').waitFor();
    await row.getByText('Nothing sent yet').waitFor();
    await checkAxe(page);
    await page.getByLabel('State').selectOption('Failing');
    await page.getByText('Webhook not found.').waitFor();
    await page.getByLabel('State').selectOption('On');
    await row.getByRole('link', { name: 'Garden club' }).click();
    await page.getByRole('heading', { level: 1, name: 'Garden club' }).waitFor();
  });
});
