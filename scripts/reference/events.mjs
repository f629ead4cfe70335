import { definedEvents } from '#libs/history';
import { code, page, table } from './page.mjs';
import { definitions, load, sources } from './sources.mjs';

const INTRODUCTION =
  'An event says what happened in an organization. It is written in the transaction of the change itself, so there is an event for every change that was kept, and none for others. It holds ids and changed facts, never the text of a document.';

export async function generate() {
  const types = new Map();
  for (const file of sources('libs/**/*.events.ts')) {
    await load(file);
    for (const [name, { type }] of definitions(file, 'defineEvent')) types.set(name, type);
  }
  const rows = definedEvents()
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, description }) => [code(name), description, code(types.get(name))]);
  return { 'docs/reference/events.md': page('Events', INTRODUCTION, table(['event', 'when', 'fields'], rows)) };
}
