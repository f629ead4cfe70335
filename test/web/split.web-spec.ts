import { describe, expect, it } from '@jest/globals';
import { aPdf, textLines } from '../../plugins/extraction-pdf/test/a-pdf.js';
import { eventually } from '../support/until.js';
import { checkAxe } from './support/check-axe.js';
import { uploadAndRead } from './support/upload.js';
import { webTest } from './support/web-test.js';

const web = webTest();

describe('splitting on the page of a document', () => {
  it('marks between pages make documents of a PDF, by mouse and by keyboard, and the trash names them', async () => {
    const user = await web.signIn();
    const { page, open, call, organizationId } = user;
    const content = aPdf(...['one', 'two', 'three', 'four'].map((word) => ({ drawing: textLines([`Page ${word}`]) })));
    const { id } = await uploadAndRead(user, { name: 'stack.pdf', type: 'application/pdf', content });
    const path = `/api/organizations/${organizationId}/documents/${id}`;
    await eventually(async () => {
      const { document } = await call<{ document: { preview: { pagesCount: number | null } | null } }>('GET', path);
      expect(document.preview?.pagesCount).toBe(4);
    }, 120_000);
    await open(`/documents/${id}`);
    await page.getByRole('button', { name: 'Split into documents' }).click();
    const dialog = page.getByRole('dialog', { name: 'Split into documents' });
    await dialog.getByText('1 document').waitFor();
    expect(await dialog.getByRole('button', { name: 'Split', exact: true }).isDisabled()).toBe(true);
    await dialog.getByRole('checkbox', { name: 'Starts a document: page 2' }).check();
    const leave = dialog.getByRole('checkbox', { name: 'Leave out: page 3' });
    await leave.focus();
    await page.keyboard.press('Space');
    await dialog.getByText('Page 3, left out').waitFor();
    await dialog.getByText('Page 4, document 3').waitFor();
    await checkAxe(page);
    await dialog.getByRole('button', { name: 'Split', exact: true }).click();
    await dialog.getByText('Created: 3 documents.').waitFor();
    await checkAxe(page);
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await page.getByText('Split into:').waitFor();
    await page.getByRole('link', { name: 'stack (2).pdf' }).waitFor();
    await checkAxe(page);
    await page.getByRole('tab', { name: 'Activity' }).click();
    await page.getByText('It was split into 3 documents').waitFor();
    await page.getByRole('link', { name: 'stack (2).pdf' }).click();
    await page.getByRole('heading', { name: 'stack (2).pdf' }).waitFor();
    await page.getByRole('tab', { name: 'Activity' }).click();
    await page.getByText('Created from pages of stack.pdf').waitFor();
  });
});
