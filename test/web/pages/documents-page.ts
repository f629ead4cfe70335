import type { Locator, Page } from 'playwright-core';
import type { SignedIn } from '../support/web-test.js';

/** The list of documents, by what people see. */
export function documentsPage(page: Page) {
  return {
    search: page.getByRole('combobox', { name: 'Search' }),
    row: (name: string): Locator =>
      page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) }),
    /** Waits until so many documents are found: their texts are read. */
    untilFound: async ({ organizationId }: SignedIn, query: string, count: number): Promise<void> => {
      const path = `/api/organizations/${organizationId}/documents?searchQuery=${encodeURIComponent(query)}`;
      await page.waitForFunction(
        async ([address, wanted]) => {
          const answer = (await (await fetch(String(address))).json()) as { documentsCount: number };
          return answer.documentsCount === wanted;
        },
        [path, count],
        { polling: 200 },
      );
    },
  };
}

/** Adds a text file through the API, as the user. */
export async function uploadText(
  { page, organizationId }: SignedIn,
  name: string,
  text: string,
): Promise<{ id: string; name: string }> {
  return page.evaluate<{ id: string; name: string }, [string, string, string]>(
    async ([address, fileName, content]) => {
      const body = new FormData();
      body.append('file', new File([content], fileName, { type: 'text/plain' }));
      const response = await fetch(address, { method: 'POST', body });
      if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
      return ((await response.json()) as { document: { id: string; name: string } }).document;
    },
    [`/api/organizations/${organizationId}/documents`, name, text],
  );
}
