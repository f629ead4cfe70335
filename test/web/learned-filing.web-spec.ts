import { describe, expect, it } from '@jest/globals';
import { poolOf } from '../support/rows.js';
import { checkAxe } from './support/check-axe.js';
import { uploadText } from './support/upload-text.js';
import { webTest } from './support/web-test.js';

const web = webTest();

interface Tag {
  tag: { id: string };
}

describe('filing that is learned', () => {
  it('labels are suggested and set with the words that decided, and a person accepts or undoes them', async () => {
    const user = await web.signIn();
    const { page, open, organizationId, call } = user;
    const base = `/api/organizations/${organizationId}`;
    const tagOf = async (name: string) => (await call<Tag>('POST', `${base}/tags`, { name, color: '#00FF00' })).tag.id;
    const [power, bank] = [await tagOf('Electricity'), await tagOf('Bank')];
    const documentId = await uploadText(user, 'letter.txt', 'Northern Light & Power');
    await call('POST', `${base}/documents/${documentId}/tags`, { tagId: bank });
    await poolOf(web.app).query(
      `insert into learned_label (document_id, label_id, state, score, words) values
         ($1, $2, 'suggested', 0.8, '["Northern Light", "kWh"]'), ($1, $3, 'set', 0.9, '["IBAN"]')`,
      [documentId, power, bank],
    );

    await open(`/documents/${documentId}`);
    const suggested = page.getByRole('region', { name: 'Suggestions from other documents' });
    await suggested.getByText('By: Northern Light, kWh').waitFor();
    const set = page.getByRole('region', { name: 'Set automatically' });
    await set.getByText('By: IBAN').waitFor();
    await checkAxe(page);
    await suggested.getByRole('button', { name: 'Accept “Electricity”' }).click();
    await suggested.waitFor({ state: 'detached' });
    await set.getByRole('button', { name: 'Undo “Bank”' }).click();
    await set.waitFor({ state: 'detached' });
    const { document } = await call<{ document: { tags: { name: string }[] } }>(
      'GET',
      `${base}/documents/${documentId}`,
    );
    expect(document.tags.map(({ name }) => name)).toEqual(['Electricity']);
  });

  it('the settings have the choice, and show what was learned with the figures of its trial', async () => {
    const { page, open, organizationId, call } = await web.signIn();
    const base = `/api/organizations/${organizationId}`;
    const { tag } = await call<Tag>('POST', `${base}/tags`, { name: 'Electricity', color: '#00FF00' });
    await open('/settings/filing');
    await page.getByText('Nothing yet. Tag or label some documents first.').waitFor();
    await page.getByLabel('What was learned').selectOption('Set if right at least 97% of the time, otherwise suggest');
    await page.getByText('Saved.').waitFor();
    const counts = { documents: 50, proposed: 49, proposedRight: 48, setCount: 40, setRight: 40 };
    await poolOf(web.app).query(
      `insert into organization_model (organization_id, trained_at, log_position, documents, labels)
       values ($1, now(), 0, 120, $2)`,
      [organizationId, JSON.stringify([{ id: tag.id, propertyId: null, isExclusive: false, ...counts }])],
    );
    await open('/settings/filing');
    const row = page.getByRole('table', { name: 'What was learned' }).getByRole('row').nth(1);
    await row.getByText('Electricity').waitFor();
    await row.getByText('48 / 49').waitFor();
    await row.getByText('40 / 40').waitFor();
    await checkAxe(page);
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByText('There is no such document.').waitFor();
    await page.getByRole('button', { name: 'Learn now' }).click();
    await page.getByText('Learning has started.').waitFor();
  });
});
