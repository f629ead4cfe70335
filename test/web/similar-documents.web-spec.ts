import { describe, expect, it } from '@jest/globals';
import { checkAxe } from './support/check-axe.js';
import { uploadAndRead } from './support/upload.js';
import { webTest } from './support/web-test.js';

const bill = (month: string, number: string): Buffer =>
  Buffer.from(
    `Stadtwerke Nordhafen, customer 880042. Your electricity bill for ${month}. Invoice ${number}1, meter ${number}2,
     consumption ${number} kWh. Please transfer the amount within fourteen days to our account at Hafenbank.`,
  );

describe('similar documents', () => {
  const web = webTest();

  it('the page of a document shows similar ones, marks a near-duplicate, and leads to the list of all', async () => {
    const user = await web.signIn();
    const { page, open } = user;
    const upload = async (name: string, content: Buffer) =>
      (await uploadAndRead(user, { name, type: 'text/plain', content })).id;
    const march = await upload('march.txt', bill('March', '4711'));
    await upload('march again.txt', Buffer.concat([bill('March', '4711'), Buffer.from(' Paid.')]));
    await upload('april.txt', bill('April', '5822'));
    const cake = await upload('cake.txt', Buffer.from('Apple cake with cinnamon, butter, flour and eggs.'));

    for (const name of ['Anna', 'Boris', 'Clara', 'Dario', 'Emma', 'Felix'])
      await upload(`${name}.txt`, Buffer.from(`A letter to ${name} about holidays at the sea, ships and sunshine.`));

    await open(`/documents/${march}`);
    const similar = page.getByRole('region', { name: 'Similar documents' });
    const items = similar.getByRole('listitem');
    await items.first().waitFor();
    expect(await items.allInnerTexts()).toEqual([
      expect.stringMatching(/^march again\.txt\s+almost identical$/),
      'april.txt',
    ]);
    await checkAxe(page);

    await similar.getByRole('link', { name: 'Show all similar documents' }).click();
    await page.waitForURL((url) => url.searchParams.get('q') === `similar:${march}`);
    await page.getByText('like “march.txt”').waitFor();
    const names = page.getByRole('grid').getByRole('link');
    await names.first().waitFor();
    expect((await names.allInnerTexts()).filter((name) => name.endsWith('.txt'))).toEqual([
      'march again.txt',
      'april.txt',
    ]);

    const answered = page.waitForResponse((response) => response.url().includes(`/${cake}/similar`));
    await open(`/documents/${cake}`);
    await page.getByRole('heading', { level: 1, name: 'cake.txt' }).waitFor();
    await answered;
    expect(await similar.count()).toBe(0);
  });
});
