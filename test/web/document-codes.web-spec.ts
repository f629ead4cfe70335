import { describe, expect, it } from '@jest/globals';
import { eventually } from '../support/until.js';
import { labelledScan } from '../e2e/labelled-scan.js';
import { checkAxe } from './support/check-axe.js';
import { openRow, untilRow } from './support/property-row.js';
import { uploadAndRead } from './support/upload.js';
import { uploadText } from './support/upload-text.js';
import { webTest } from './support/web-test.js';

const web = webTest();

describe('codes and archive numbers on the page of a document', () => {
  it('a number is set, offered and removed, and one of another document is refused with the reason', async () => {
    const user = await web.signIn();
    const { page, open, call, organizationId } = user;
    const first = await uploadText(user, 'first.txt', 'The first letter.');
    const second = await uploadText(user, 'second.txt', 'The second letter.');
    const numberOf = async (id: string) => {
      const path = `/api/organizations/${organizationId}/documents/${id}`;
      return (await call<{ document: { archiveNumber: number | null } }>('GET', path)).document.archiveNumber;
    };
    await open(`/documents/${first}`);
    const field = await openRow(page, 'Archive number');
    await field.fill('41');
    await field.press('Enter');
    await page.getByText('Archive number changed').first().waitFor();
    expect(await numberOf(first)).toBe(41);

    await open(`/documents/${second}`);
    await page.getByRole('button', { name: 'Use 42' }).waitFor();
    await openRow(page, 'Archive number');
    await field.fill('many');
    await field.press('Enter');
    await page.getByText('Enter a number from 1 to 999999999.').waitFor();
    await field.fill('41');
    await field.press('Enter');
    await page.getByText(/^Another document has this archive number/).waitFor();
    await checkAxe(page);
    await field.fill('');
    await field.press('Enter');
    await page.getByRole('button', { name: 'Use 42' }).click();
    await untilRow(page, 'Archive number', '42');
    await eventually(async () => expect(await numberOf(second)).toBe(42));
    await openRow(page, 'Archive number');
    await field.fill('');
    await field.press('Enter');
    await page.getByText('Archive number removed').first().waitFor();
    expect(await numberOf(second)).toBeNull();
  });

  it('the codes of a scan are listed, with what came of them', async () => {
    const user = await web.signIn();
    const { page, open, call, organizationId } = user;
    const upload = async (name: string) => {
      const labels = [
        { kind: 'code128', text: 'ASN00042' } as const,
        { kind: 'qrcode', text: `about ${name}`, top: 700 } as const,
      ];
      const content = await labelledScan(`The scan ${name}`, [], labels);
      const { id } = await uploadAndRead(user, { name, type: 'application/pdf', content });
      const path = `/api/organizations/${organizationId}/documents/${id}/codes`;
      await eventually(async () => {
        expect((await call<{ readAt: string | null }>('GET', path)).readAt).not.toBeNull();
      }, 120_000);
      return id;
    };
    await open(`/documents/${await upload('first.pdf')}`);
    const codes = page.getByRole('region', { name: 'Codes on pages' });
    await codes.getByText('about first.pdf').waitFor();
    await codes.getByText('Code 128 · page 2').waitFor();
    await codes.getByText('Set as the archive number.').waitFor();
    await untilRow(page, 'Archive number', '42');
    await checkAxe(page);

    await open(`/documents/${await upload('second.pdf')}`);
    await codes.getByText('This number belongs to').waitFor();
    await codes.getByRole('link', { name: 'first.pdf' }).click();
    await page.getByRole('heading', { name: 'first.pdf' }).waitFor();
  });

  it('the owner sets the prefixes of codes and turns them off', async () => {
    const { page, open, call, organizationId } = await web.signIn();
    await open('/settings/codes');
    const tags = page.getByLabel('Prefix of tags');
    await tags.fill('TAG1');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText(/must be printable characters/).waitFor();
    await tags.fill('TAG:');
    await page.getByLabel('Create tags that do not exist yet').check();
    await page.getByLabel('Split new PDFs at separator sheets').check();
    await page.getByLabel('Text on separator sheets').fill('PATCHT, SPLIT');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    await checkAxe(page);
    await page.getByLabel('Look for codes on new documents').uncheck();
    await page.getByRole('button', { name: 'Save' }).click();
    const path = `/api/organizations/${organizationId}/document-codes/settings`;
    await eventually(async () =>
      expect(await call('GET', path)).toEqual({
        ...{ isEnabled: false, archiveNumberPrefix: 'ASN', tagPrefix: 'TAG:', canCreateTags: true },
        ...{ canSplit: true, separators: ['PATCHT', 'SPLIT'], keepsSeparators: false },
        ...{ splitsAtArchiveNumbers: false, keepsSplitDocuments: false },
      }),
    );
  });
});
