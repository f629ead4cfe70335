import { expect } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { eventually } from '../../support/until.js';

/** Waits until a field has this value: a page shows what it got from the server a moment after the field itself. */
export function untilValue(field: Locator, value: string): Promise<void> {
  return eventually(async () => expect(await field.inputValue()).toBe(value));
}

/** Waits until an expression in the page has this result. */
export function untilInPage(page: Page, expression: string, result: unknown): Promise<void> {
  return eventually(async () => expect(await page.evaluate(expression)).toEqual(result));
}
