import { Readable } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import type { Intake, IntakeDeclaration } from '@archivolt/plugin-kit';
import { HoldFile, IntakeFailures } from '#outside/intake';
import { createId } from '#ground/kernel';
import { loadedPlugin } from '../support/loaded-plugin.js';
import { checkAxe } from './support/check-axe.js';
import { HOSTILE_NAMES } from './support/hostile-names.js';
import { join } from './support/join.js';
import { webTest } from './support/web-test.js';

const source = { pluginId: 'folder-test', instance: 'default' };
/** What the folder of the plugin has, by reference. */
const folder = new Map<string, Promise<string>>();
/** Organizations that the plugin takes files for. */
const served = new Set<string>();

const intake: Intake = {
  run: ({ signal }) => new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true })),
  reopen: async (reference) => {
    const content = await folder.get(reference);
    return content === undefined ? undefined : Readable.from([Buffer.from(content)]);
  },
};
const declaration: IntakeDeclaration = {
  source: 'folder',
  create: () => intake,
  describe: (_config, organizationId) =>
    served.has(organizationId) ? `Files in the folder /scans/${organizationId} become documents.` : undefined,
};

describe('the page of the intake', () => {
  const web = webTest({}, { plugins: [loadedPlugin('folder-test', { intake: declaration })] });

  const hold = (organizationId: string, fileName: string, content: string) =>
    web.app.app.get(HoldFile, { strict: false }).execute(
      source,
      { organizationId, key: createId('doc'), fileName, content: Readable.from([Buffer.from(content)]) },
      {
        reason: 'The sender ada@example.com is not allowed.',
        facts: { source: 'email', sender: 'ada@example.com', subject: 'Your invoice' },
        signal: new AbortController().signal,
      },
    );
  const report = (organizationId: string, fileName: string, reference?: string) =>
    web.app.app.get(IntakeFailures, { strict: false }).report(source, {
      ...{ organizationId, key: createId('doc'), kind: 'file', source: 'folder', fileName },
      ...{ reason: 'The file is empty.', reference },
    });

  it('the page says how documents come in, or how that is set up, and that all is well', async () => {
    const { page, open, organizationId } = await web.signIn();
    await open('/settings');
    await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Intake' }).click();
    await page.getByRole('heading', { level: 1, name: 'Intake' }).waitFor();
    await page.getByText('The server does not watch a folder or mailbox for this organization.').waitFor();
    await page.getByText(organizationId).waitFor();
    await page.getByText('Everything that came in was accepted.').waitFor();
    expect(await page.getByRole('heading', { name: 'E-mail addresses' }).count()).toBe(0);
    await checkAxe(page);
    served.add(organizationId);
    await page.reload();
    const sources = page.getByRole('list', { name: 'Folders and mailboxes' });
    await sources.getByText(`Files in the folder /scans/${organizationId} become documents.`).waitFor();
    await checkAxe(page);
  });

  it('the page shows failures live, makes a document of one by the keyboard, and removes it', async () => {
    const { page, open, organizationId } = await web.signIn();
    await open('/settings/intake');
    await page.getByText('Everything that came in was accepted.').waitFor();
    await hold(organizationId, 'invoice.txt', 'marzipan');
    await report(organizationId, HOSTILE_NAMES.join(' '));
    const list = page.getByRole('list', { name: 'Rejected' });
    const held = list.getByRole('listitem').filter({ hasText: 'invoice.txt' });
    await held.getByText('The sender ada@example.com is not allowed.').waitFor();
    await held.getByText('from ada@example.com').waitFor();
    await list.getByText('The server no longer has it. Send it again.').waitFor();
    const navigation = page.getByRole('navigation', { name: 'Settings' });
    await navigation.getByRole('link', { name: 'Intake 2 were rejected' }).waitFor();
    await checkAxe(page);
    await page.setViewportSize({ width: 360, height: 740 });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
    await checkAxe(page);

    await held.getByRole('button', { name: 'Retry invoice.txt' }).focus();
    await page.keyboard.press('Enter');
    await held.waitFor({ state: 'detached' });
    await navigation.getByRole('link', { name: 'Intake 1 was rejected' }).waitFor();
    await list.getByRole('button', { name: /^Remove / }).press('Enter');
    const question = page.getByRole('dialog', { name: 'Remove from list?' });
    await question.waitFor();
    await checkAxe(page);
    await question.getByRole('button', { name: 'Remove' }).click();
    await page.getByText('Everything that came in was accepted.').waitFor();
    await open('/documents');
    await page.getByRole('link', { name: 'invoice.txt' }).first().waitFor();
  });

  it('the page shows that everything is being tried again, and what was refused once more', async () => {
    const { page, open, organizationId } = await web.signIn();
    const reading = Promise.withResolvers<string>();
    folder.set('empty scan', reading.promise);
    await report(organizationId, 'scan.txt', 'empty scan');
    await hold(organizationId, 'letter.txt', 'nougat');
    await open('/settings/intake');
    const list = page.getByRole('list', { name: 'Rejected' });
    await page.getByRole('button', { name: 'Retry all' }).click();
    await list.getByText('Retrying').first().waitFor();
    const scan = list.getByRole('listitem').filter({ hasText: 'scan.txt' });
    await list.getByText('letter.txt').waitFor({ state: 'detached' });
    await scan.getByText('Retrying').waitFor();
    expect(await page.getByRole('button', { name: 'Retry all' }).count()).toBe(0);
    reading.resolve('');
    await scan.getByText('2 attempts').waitFor();
    await scan.getByRole('button', { name: 'Retry scan.txt' }).waitFor();
    await checkAxe(page);
  });

  it('the page turns the pages of a long list, and returns from one that is empty now', async () => {
    const { page, open, organizationId } = await web.signIn();
    for (let index = 0; index < 26; index += 1) await report(organizationId, `scan ${index}.txt`);
    await open('/settings/intake');
    await page.getByText('1 to 25 of 26').waitFor();
    await page.getByRole('button', { name: 'Next page' }).click();
    await page.getByText('scan 0.txt').waitFor();
    await page.getByRole('button', { name: 'Remove scan 0.txt' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('scan 25.txt').waitFor();
    await page.getByText('25 files and e-mails were rejected.').waitFor();
  });

  it('viewers see the page of the intake and change nothing', async () => {
    const owner = await web.signUp();
    await hold(owner.organizationId, 'invoice.txt', 'marzipan');
    const viewer = await join(web, owner, 'viewer', 'Grace Fields');
    await viewer.page.goto(`${web.address}/organizations/${owner.organizationId}/settings/intake`);
    await viewer.page.getByText('You can see how documents come in.').waitFor();
    await viewer.page.getByText('invoice.txt').waitFor();
    expect(await viewer.page.getByRole('button', { name: /^(Retry|Remove)/ }).count()).toBe(0);
    await checkAxe(viewer.page);
  });

  it('the page of the intake is opened from the palette', async () => {
    const { page, open } = await web.signIn();
    await open('/documents');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('Control+k');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox').and(page.locator(':focus')).waitFor(); // else it misses the first keys
    await page.keyboard.type('mailbox');
    await page.locator('[role=listbox][data-settled=true]').waitFor(); // results that arrive move the others
    await dialog.getByRole('option', { name: 'Intake' }).click();
    await page.getByRole('heading', { level: 1, name: 'Intake' }).waitFor();
  });
});
