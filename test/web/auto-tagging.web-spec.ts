import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { chatAnswer, ModelService } from '../../plugins/auto-tagger-llm/test/model-service.js';
import { checkAxe } from './support/check-axe.js';
import { uploadText } from './support/upload-text.js';
import { webTest } from './support/web-test.js';

describe('suggestions of a language model', () => {
  const service = new ModelService();
  let url = '';
  beforeAll(async () => {
    url = await service.start();
    service.answer = chatAnswer({
      existingTags: [],
      documentDate: '2024-03-12',
      name: 'Invoice',
      properties: [{ property: 'Sender', values: ['Roofer Ltd'] }],
    });
  });
  const web = webTest(() => ({ AI_IS_ENABLED: 'true', AI_DEFAULT_MODEL: 'ollama://test', OLLAMA_BASE_URL: url }));
  afterAll(() => service.stop());

  it('suggestions are turned on in the settings, and accepted or dismissed on the page of the document', async () => {
    const user = await web.signIn();
    const { page, open, organizationId, call } = user;
    await open('/settings/auto-tagging');
    await page.getByText('No requests in the last twelve months.').waitFor();
    await page.getByLabel('Add suggested tags to new documents').check();
    await page.getByLabel('Suggest a date and a name to accept or dismiss').check();
    await page.getByLabel('Suggest property values to accept or dismiss').check();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();

    const sender = { type: 'select', name: 'Sender', options: [{ name: 'Plumber' }] };
    await call('POST', `/api/organizations/${organizationId}/custom-properties`, sender);
    const documentId = await uploadText(user, 'scan_0001.txt', 'An invoice.');
    await open(`/documents/${documentId}`);
    const suggestions = page.getByRole('region', { name: 'Suggestions' });
    await suggestions.getByText('Invoice.txt').waitFor();
    await checkAxe(page);
    await suggestions.getByText('Will be created: Roofer Ltd').waitFor();
    await suggestions.getByRole('button', { name: 'Accept “Roofer Ltd”' }).click();
    await suggestions.getByRole('button', { name: 'Accept “Roofer Ltd”' }).waitFor({ state: 'detached' });
    await suggestions.getByRole('button', { name: 'Accept “Invoice.txt”' }).click();
    await page.getByRole('heading', { name: 'Invoice.txt' }).waitFor();
    await suggestions.getByRole('button', { name: 'Accept “Invoice.txt”' }).waitFor({ state: 'detached' });
    await suggestions.getByRole('button', { name: /^Dismiss/ }).click();
    await suggestions.waitFor({ state: 'detached' });
    const path = `/api/organizations/${organizationId}/documents/${documentId}`;
    type Shown = { name: string; documentDate: string | null; customProperties: { value: object }[] };
    const { document } = await call<{ document: Shown }>('GET', path);
    expect(document).toMatchObject({ name: 'Invoice.txt', documentDate: null });
    expect(document.customProperties).toMatchObject([{ value: { name: 'Roofer Ltd' } }]);

    await open('/settings/auto-tagging');
    const table = page.getByRole('table', { name: 'Requests per month' });
    await table.waitFor();
    expect(await table.getByRole('row').count()).toBe(2);
    await checkAxe(page);
  });
});
