import { expect } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { eventually } from '../../support/until.js';
import type { SignedUp } from '../support/web-test.js';

/** Reached only when the texts are never read, not on a machine that is busy with other work. */
const WITHIN_MS = 90_000;

/** The list of documents, by what people see. */
export function documentsPage(page: Page) {
  return {
    search: page.getByRole('combobox', { name: 'Search' }),
    row: (name: string): Locator =>
      page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) }),
  };
}

/** Waits until so many documents are found: their texts are read. */
export async function untilFound({ call, organizationId }: SignedUp, query: string, count: number): Promise<void> {
  const path = `/api/organizations/${organizationId}/documents?searchQuery=${encodeURIComponent(query)}`;
  await eventually(async () => {
    const { documentsCount } = await call<{ documentsCount: number }>('GET', path);
    expect({ query, documentsCount }).toEqual({ query, documentsCount: count });
  }, WITHIN_MS);
}
