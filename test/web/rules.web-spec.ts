import { describe, expect, it } from '@jest/globals';
import { untilFound } from './pages/documents-page.js';
import { checkAxe } from './support/check-axe.js';
import { untilValue } from './support/eventual-value.js';
import { HOSTILE_NAMES } from './support/hostile-names.js';
import { uploadText } from './support/upload-text.js';
import { webTest, type SignedIn } from './support/web-test.js';

interface Rule {
  id: string;
  name: string;
  enabled: boolean;
  conditionMatchMode: string;
  conditions: { field: string; operator: string; value: string }[];
  actions: { tag: { name: string } }[];
}

describe('the pages of tagging rules', () => {
  const web = webTest();
  const rulesOf = async ({ call, organizationId }: SignedIn) =>
    (await call<{ taggingRules: Rule[] }>('GET', `/api/organizations/${organizationId}/tagging-rules`)).taggingRules;
  const makeRule = async ({ call, organizationId }: SignedIn, name: string, value = 'marzipan') => {
    const path = `/api/organizations/${organizationId}`;
    const { tag } = await call<{ tag: { id: string } }>('POST', `${path}/tags`, {
      name: name.slice(0, 64),
      color: '#2E9E5B',
    });
    const conditions = [{ field: 'content', operator: 'contains', value }];
    const body = { name: name.slice(0, 64), conditions, tagIds: [tag.id] };
    return (await call<{ taggingRule: Rule }>('POST', `${path}/tagging-rules`, body)).taggingRule;
  };

  it('a rule is created, shows how many documents it matches while it is typed, and is applied', async () => {
    const user = await web.signIn();
    const { page, call, organizationId } = user;
    await uploadText(user, 'letter.txt', 'about marzipan');
    await uploadText(user, 'other.txt', 'about nougat');
    await user.open('/tagging-rules');
    await page.getByRole('heading', { name: 'No tagging rules yet' }).waitFor();
    await checkAxe(page);
    await page.getByRole('link', { name: 'Create first rule' }).click();
    await page.getByText('Matches 2 documents that are here now').waitFor();
    await page.getByRole('button', { name: 'Create rule' }).click();
    await page.getByText('Enter a name for the rule.').waitFor();
    await page.getByText('Choose at least one tag.').waitFor();
    await page.getByLabel('Name', { exact: true }).fill('Sweets');
    await page.getByLabel('Field of condition 1').selectOption('name');
    await page.getByLabel('Value of condition 1').fill('letter');
    await page.getByText('Matches 1 document that is here now').waitFor();
    await page.getByRole('link', { name: 'letter.txt' }).waitFor();
    await page.getByRole('button', { name: 'Add condition' }).click();
    await page.getByLabel('Field of condition 2').selectOption('name');
    await page.getByLabel('Operator of condition 2').selectOption('starts_with');
    await page.getByLabel('Value of condition 2').fill('other');
    await page.getByText('Matches no document that is here now').waitFor();
    await page.getByLabel('A document must match').selectOption('any');
    await page.getByText('Matches 2 documents that are here now').waitFor();
    await page.getByLabel('Tags to add').fill('Confectionery');
    await page.getByRole('option', { name: 'Create “Confectionery”' }).click();
    await page.getByRole('button', { name: 'Remove Confectionery' }).waitFor();
    await page.keyboard.press('Escape');
    await checkAxe(page);
    await page.getByRole('button', { name: 'Create rule' }).click();
    const dialog = page.getByRole('dialog', { name: 'Apply “Sweets” to existing documents' });
    await dialog.getByText('Matches 2 documents that are here now').waitFor();
    await checkAxe(page);
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await dialog.getByText('2 documents were changed.').waitFor();
    await dialog.getByRole('button', { name: 'Undo' }).click();
    await dialog.getByText('2 documents are as they were before.').waitFor();
    await checkAxe(page);
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await page.getByRole('list', { name: 'Tagging rules' }).getByRole('link', { name: 'Sweets' }).waitFor();
    const path = `/api/organizations/${organizationId}/documents?searchQuery=tag:Confectionery`;
    expect(await call('GET', path)).toMatchObject({ documentsCount: 0 });
    await checkAxe(page);
  });

  it('a rule is switched off, changed and deleted, each with an undo', async () => {
    const user = await web.signIn();
    const { page } = user;
    await makeRule(user, 'Sweets');
    await user.open('/tagging-rules');
    await page.getByRole('switch', { name: 'Use “Sweets” for new documents' }).click();
    await page.getByText('Rule “Sweets” turned off.').waitFor();
    expect(await rulesOf(user)).toMatchObject([{ enabled: false, conditions: [{ value: 'marzipan' }] }]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('switch', { name: 'Use “Sweets” for new documents', checked: true }).waitFor();
    await page.getByRole('link', { name: 'Sweets' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Bitters');
    await page.getByLabel('Operator of condition 1').selectOption('not_contains');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Rule “Bitters” saved.').waitFor();
    await page.getByRole('link', { name: 'Bitters' }).waitFor();
    expect(await rulesOf(user)).toMatchObject([
      {
        name: 'Bitters',
        enabled: true,
        conditions: [{ operator: 'not_contains' }],
        actions: [{ tag: { name: 'Sweets' } }],
      },
    ]);
    await page.getByRole('button', { name: 'More for Bitters' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('heading', { name: 'No tagging rules yet' }).waitFor();
    await page.getByText('Rule “Bitters” deleted.').waitFor();
    expect(await rulesOf(user)).toEqual([]);
    await page.keyboard.press('z');
    await page.getByRole('link', { name: 'Bitters' }).waitFor();
    expect(await rulesOf(user)).toMatchObject([{ name: 'Bitters', conditions: [{ value: 'marzipan' }] }]);
  });

  it('conditions on facts and properties are edited, and one run of the rule is undone', async () => {
    const user = await web.signIn();
    const { page, call, organizationId } = user;
    const path = `/api/organizations/${organizationId}`;
    const { propertyDefinition } = await call<{ propertyDefinition: { id: string } }>(
      'POST',
      `${path}/custom-properties`,
      {
        name: 'State',
        type: 'select',
        options: [{ name: 'Open' }, { name: 'Done' }],
      },
    );
    await uploadText(user, 'letter.txt', 'about marzipan');
    await user.open('/tagging-rules/create');
    await page.getByLabel('Name', { exact: true }).fill('Filing');
    await page.getByLabel('Field of condition 1').selectOption('source');
    await page.getByLabel('Value of condition 1').selectOption('upload');
    await page.getByText('Matches 1 document that is here now').waitFor();
    await page.getByRole('button', { name: 'Add condition' }).click();
    await page.getByLabel('Field of condition 2').selectOption('size');
    await page.getByLabel('Operator of condition 2').selectOption('less_than');
    await page.getByLabel('Value of condition 2', { exact: true }).fill('0.5');
    await page.getByRole('button', { name: 'Add condition' }).click();
    await page.getByLabel('Field of condition 3').selectOption({ label: 'State' });
    await page.getByLabel('Operator of condition 3').selectOption('is_not_set');
    await page.getByText('Matches 1 document that is here now').waitFor();
    await page.getByLabel('Also set').selectOption({ label: 'State' });
    await page.getByLabel('Set “State” to').selectOption({ label: 'Open' });
    await page.getByLabel('Also set').selectOption('name');
    await page.getByLabel('Set “Name” to').fill('Filed {name}');
    await checkAxe(page);
    await page.getByRole('button', { name: 'Create rule' }).click();
    const dialog = page.getByRole('dialog', { name: 'Apply “Filing” to existing documents' });
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('sets State, Name').waitFor();
    expect(await rulesOf(user)).toMatchObject([
      {
        conditions: [
          { field: 'source', operator: 'equal', value: 'upload' },
          { field: 'size', operator: 'less_than', value: '500000' },
          { field: 'property', operator: 'is_not_set', propertyDefinitionId: propertyDefinition.id },
        ],
      },
    ]);
    await uploadText(user, 'second.txt', 'about nougat');
    await untilFound(user, 'nougat', 1); // its text and the run of the rule are saved together
    await user.open('/tagging-rules');
    const runs = page.getByRole('list', { name: 'Runs of the last 30 days' });
    await runs.getByRole('link', { name: 'Filed second.txt' }).waitFor();
    await checkAxe(page);
    await runs.getByRole('button', { name: 'Undo changes in Filed second.txt' }).click();
    await runs.getByRole('link', { name: 'second.txt', exact: true }).waitFor();
    await runs.getByText('Undone', { exact: true }).waitFor();
    const documentId = await uploadText(user, 'third.txt', 'about fudge');
    await untilFound(user, 'fudge', 1);
    await page.reload();
    await runs.getByRole('link', { name: 'Filed third.txt' }).waitFor();
    await call('PATCH', `${path}/documents/${documentId}`, { name: 'mine.txt' });
    await runs.getByRole('button', { name: /^Undo changes in (Filed third|mine)/ }).click();
    await runs.getByText('Undone, except 1 change that is different now').waitFor();
    await call('DELETE', `${path}/custom-properties/${propertyDefinition.id}`);
    await page.reload();
    await page.getByRole('list', { name: 'Tagging rules' }).getByRole('link', { name: 'Filing' }).click();
    await page.getByText('This property was deleted, so the rule matches no documents.').waitFor();
    await page.getByText('This property was deleted, so the rule no longer sets it.').waitFor();
    await checkAxe(page);
  });

  it('a pattern, a range of a role without a property, and what follows are edited and saved', async () => {
    const user = await web.signIn();
    const { page } = user;
    await uploadText(user, 'letter.txt', 'Invoice no. INV-2041');
    await uploadText(user, 'other.txt', 'about nougat');
    await untilFound(user, 'nougat', 1);
    await user.open('/tagging-rules/create');
    await page.getByLabel('Name', { exact: true }).fill('Invoices');
    await page.getByLabel('Operator of condition 1').selectOption('matches');
    await page.getByLabel('Value of condition 1').fill('inv-(\\d{4}');
    await page.getByText('missing closing ) at position 11').waitFor();
    await page.getByLabel('Value of condition 1').fill('inv-\\d{4}$');
    await page.getByText('Matches 1 document that is here now').waitFor();
    await page.getByRole('button', { name: 'Add condition' }).click();
    await page.getByLabel('Field of condition 2').selectOption({ label: 'Amount' });
    await page.getByLabel('Operator of condition 2').selectOption('between');
    await page.getByLabel('Value of condition 2', { exact: true }).fill('100');
    await page.getByLabel('End of Value of condition 2').fill('250.5');
    await page.getByText('Matches no document that is here now').waitFor();
    await page.getByRole('button', { name: 'Add condition' }).click();
    await page.getByLabel('Field of condition 3').selectOption({ label: 'Due date' });
    await page.getByLabel('Operator of condition 3').selectOption('in_next_days');
    await page.getByLabel('Value of condition 3').fill('14');
    await page.getByLabel('E-mail members').check();
    await page.getByLabel('Who gets the e-mail').selectOption({ label: 'Selected members' });
    await page.getByLabel('Notify webhooks').check();
    await page.getByLabel('Create share link').check();
    await page.getByLabel('Days until the link expires').fill('7');
    await page.getByRole('button', { name: 'Create rule' }).click();
    await page.getByText('Complete what happens next.').waitFor();
    await checkAxe(page);
    await page.getByRole('group', { name: 'Members who get the e-mail' }).getByRole('checkbox').first().check();
    await page.getByRole('button', { name: 'Create rule' }).click();
    const dialog = page.getByRole('dialog', { name: 'Apply “Invoices” to existing documents' });
    await dialog.getByText('It also does this once per document').waitFor();
    await checkAxe(page);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('E-mail members · Notify webhooks · Create share link').waitFor();
    expect(await rulesOf(user)).toMatchObject([
      {
        conditions: [
          { field: 'content', operator: 'matches', value: 'inv-\\d{4}$' },
          { field: 'property', operator: 'between', value: '100..250.5' },
          { field: 'property', operator: 'in_next_days', value: '14' },
        ],
        followUps: [{ kind: 'notify', role: null }, { kind: 'webhook' }, { kind: 'share-link', expiresInDays: 7 }],
      },
    ]);
  });

  it('a new rule can be opened as a copy of another one', async () => {
    const user = await web.signIn();
    const { page } = user;
    await makeRule(user, 'Sweets', 'nougat');
    await user.open('/tagging-rules');
    await page.getByRole('button', { name: 'More for Sweets' }).click();
    await page.getByRole('menuitem', { name: 'Duplicate' }).click();
    await page.getByRole('heading', { level: 1, name: 'New tagging rule' }).waitFor();
    await untilValue(page.getByLabel('Name', { exact: true }), 'Copy of Sweets');
    await untilValue(page.getByLabel('Value of condition 1'), 'nougat');
  });

  it('hostile names, values and tags of rules are shown as text', async () => {
    const user = await web.signIn();
    const { page } = user;
    for (const name of HOSTILE_NAMES) await makeRule(user, name, name);
    await user.open('/tagging-rules');
    const rows = page.getByRole('list', { name: 'Tagging rules' }).getByRole('link');
    await rows.first().waitFor();
    expect((await rows.allInnerTexts()).sort()).toEqual([...HOSTILE_NAMES].sort());
    expect(await page.evaluate('window.hostile')).toBeUndefined();
    await checkAxe(page);
  });
});
