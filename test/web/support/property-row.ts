import type { Locator, Page } from 'playwright-core';

/** Opens the row of a property by a click, unless it is open, and returns its field. */
export async function openRow(scope: Locator | Page, label: string): Promise<Locator> {
  const field = scope.getByLabel(label, { exact: true });
  const row = scope.getByRole('button', { name: new RegExp(`^${label} `) });
  await row.or(field).first().waitFor();
  if (await row.isVisible()) await row.click();
  await field.waitFor();
  return field;
}

/** Waits until the row shows this value. */
export const untilRow = (scope: Locator | Page, label: string, shown: string): Promise<void> =>
  scope.getByRole('button', { name: `${label} ${shown}`, exact: true }).waitFor();
