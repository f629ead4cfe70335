import type { SubmitEvent } from 'react';

/** The texts of a form by the names of its fields; keeps the browser from sending it itself. */
export function formValues(event: SubmitEvent<HTMLFormElement>): Record<string, string> {
  event.preventDefault();
  const entries = [...new FormData(event.currentTarget)];
  return Object.fromEntries(entries.map(([name, value]) => [name, typeof value === 'string' ? value : '']));
}
