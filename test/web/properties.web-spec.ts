import { describe, expect, it } from '@jest/globals';
import { checkAxe } from './support/check-axe.js';
import { HOSTILE_NAMES } from './support/hostile-names.js';
import { uploadText } from './support/upload-text.js';
import { webTest, type SignedIn } from './support/web-test.js';

interface Property {
  id: string;
  name: string;
  type: string;
  options: { id: string; name: string }[];
}

describe('the pages of custom properties', () => {
  const web = webTest();
  const propertiesOf = async ({ call, organizationId }: SignedIn) =>
    (
      await call<{ propertyDefinitions: Property[] }>('GET', `/api/organizations/${organizationId}/custom-properties`)
    ).propertyDefinitions.map(({ name, type, options }) => [name, type, options.map((option) => option.name).join()]);
  const make = async ({ call, organizationId }: SignedIn, name: string, options?: string[], displayOrder = 0) => {
    const type = options ? 'select' : 'text';
    const body = { type, name, displayOrder, ...(options ? { options: options.map((each) => ({ name: each })) } : {}) };
    const path = `/api/organizations/${organizationId}/custom-properties`;
    return (await call<{ propertyDefinition: Property }>('POST', path, body)).propertyDefinition;
  };

  it('a property is created with options, and the page says how it is typed in a search', async () => {
    const user = await web.signIn();
    const { page } = user;
    await user.open('/custom-properties');
    await page.getByRole('heading', { name: 'No properties yet' }).waitFor();
    await checkAxe(page);
    await page.getByRole('link', { name: 'Create first property' }).click();
    await page.getByRole('button', { name: 'Create property' }).click();
    await page.getByText('The name needs a letter or a digit.').waitFor();
    await page.getByLabel('Name', { exact: true }).fill('State of work!');
    await page.getByText('has:stateofwork').waitFor();
    await page.getByLabel('Type').selectOption('select');
    await page.getByLabel('Option 1', { exact: true }).fill('Open');
    await page.keyboard.press('Enter');
    await page.getByLabel('Option 2', { exact: true }).fill('OPEN.');
    await page.getByRole('button', { name: 'Create property' }).click();
    await page.getByText('There is already an option with this name.').waitFor();
    await page.getByLabel('Option 2', { exact: true }).fill('Done');
    await page.getByRole('button', { name: 'Move option 2 up' }).click();
    await page.getByText('stateofwork:Done').waitFor();
    await checkAxe(page);
    await page.getByRole('button', { name: 'Create property' }).click();
    await page.getByRole('list', { name: 'Properties' }).getByRole('link', { name: 'State of work!' }).waitFor();
    expect(await propertiesOf(user)).toEqual([['State of work!', 'select', 'Done,Open']]);
    await checkAxe(page);
  });

  it('properties are ordered by the menu, the arrow keys and dragging, with an undo', async () => {
    const user = await web.signIn();
    const { page } = user;
    for (const [place, name] of ['One', 'Two', 'Three'].entries()) await make(user, name, undefined, place);
    await user.open('/custom-properties');
    const links = page.getByRole('list', { name: 'Properties' }).getByRole('link');
    const until = async (...names: string[]) => {
      for (const [index, name] of names.entries()) await links.nth(index).filter({ hasText: name }).waitFor();
    };
    await until('One', 'Two', 'Three');
    await page.getByRole('button', { name: 'More for Three' }).click();
    await page.getByRole('menuitem', { name: 'Move up' }).click();
    await until('One', 'Three', 'Two');
    await page.getByText('Order saved.').waitFor();
    await page.keyboard.press('z');
    await until('One', 'Two', 'Three');
    await page.getByRole('button', { name: 'Move One: drag, or use the arrow keys' }).focus();
    await page.keyboard.press('ArrowDown');
    await until('Two', 'One', 'Three');
    await page.getByText('Order saved.').waitFor();
    const from = page.getByRole('button', { name: 'Move Three: drag, or use the arrow keys' });
    await from.dragTo(links.nth(0), { targetPosition: { x: 10, y: 1 } });
    await until('Three', 'Two', 'One');
    await page.reload();
    await until('Three', 'Two', 'One');
  });

  it('the page warns with the number of documents before options or a property with values are deleted', async () => {
    const user = await web.signIn();
    const { page, call, organizationId } = user;
    const property = await make(user, 'State', ['Open', 'Done']);
    const documentId = await uploadText(user, 'a.txt', 'one');
    const path = `/api/organizations/${organizationId}/documents/${documentId}/custom-properties/${property.id}`;
    await call('PUT', path, { value: property.options[0]?.id });
    await user.open(`/custom-properties/${property.id}`);
    await page.getByRole('link', { name: '1 document has a value' }).waitFor();
    await checkAxe(page);
    await page.getByLabel('Option 2', { exact: true }).fill('Closed');
    await page.getByRole('button', { name: 'Remove option 1' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete options that are in use?' });
    await dialog.getByText('1 document loses it').waitFor();
    await checkAxe(page);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await dialog.getByRole('button', { name: 'Save and delete the values' }).click();
    await page.getByText('Property “State” saved.').waitFor();
    expect(await propertiesOf(user)).toEqual([['State', 'select', 'Closed']]);
    await page.getByRole('button', { name: 'More for State' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    const question = page.getByRole('dialog', { name: 'Delete property “State”?' });
    await question.getByText('No document has a value of it.').waitFor();
    await question.getByRole('button', { name: 'Delete property' }).click();
    await page.getByRole('heading', { name: 'No properties yet' }).waitFor();
  });

  it('hostile names and options of properties are shown as text', async () => {
    const user = await web.signIn();
    const { page } = user;
    const names = HOSTILE_NAMES.filter((name) => /[\p{L}\p{N}]/u.test(name));
    for (const name of names) await make(user, name, [name]);
    await user.open('/custom-properties');
    const rows = page.getByRole('list', { name: 'Properties' }).getByRole('link');
    await rows.first().waitFor();
    expect((await rows.allInnerTexts()).sort()).toEqual([...names].sort());
    expect(await page.evaluate('window.hostile')).toBeUndefined();
    await checkAxe(page);
  });
});
