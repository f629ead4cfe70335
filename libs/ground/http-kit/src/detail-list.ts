import type { ErrorDetail } from '#ground/kernel';
import { shown } from './json-limits.js';

const MAX_DETAILS = 20;

export const unknownKey = (key: string): string => `property ${shown(key)} should not exist`;

/**
 * Collects the problems of an input: one detail per field, one for the same fault in many entries of a list, 20 in
 * all.
 */
export class DetailList {
  readonly entries: ErrorDetail[] = [];
  readonly #fields = new Set<string>();
  readonly #faults = new Set<string>();

  get isFull(): boolean {
    return this.entries.length >= MAX_DETAILS;
  }

  add(path: readonly string[], message: string): void {
    const field = path.map(shown).join('.');
    if (this.isFull || this.#fields.has(field)) return;
    this.#fields.add(field);
    const fault = `${path.map((part) => (/^\d+$/.test(part) ? '*' : shown(part))).join('.')} ${message}`;
    if (this.#faults.has(fault)) return;
    this.#faults.add(fault);
    this.entries.push({ path: field, message });
  }
}
