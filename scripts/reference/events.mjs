import { format, resolveConfig } from 'prettier';
import { definedEvents } from '#ground/history';
import { code, page, table } from './page.mjs';
import { definitions, load, sources } from './sources.mjs';

const INTRODUCTION =
  'An event says what happened in an organization. It is written in the transaction of the change itself, so there is an event for every change that was kept, and none for others. It holds ids and changed facts, never the text of a document.';

const SDK_FILE = 'libs/ground/sdk/src/events.ts';

export async function generate() {
  const types = new Map();
  for (const file of sources('libs/**/*.events.ts')) {
    await load(file);
    for (const [name, { type }] of definitions(file, 'defineEvent')) types.set(name, type);
  }
  const events = definedEvents().sort((a, b) => (a.name < b.name ? -1 : 1));
  const rows = events.map(({ name, description }) => [code(name), description, code(types.get(name))]);
  return {
    'docs/reference/events.md': page('Events', INTRODUCTION, table(['event', 'when', 'fields'], rows)),
    [SDK_FILE]: await clientTypes(events, types),
  };
}

async function clientTypes(events, types) {
  const fields = events.map(
    ({ name, description }) => `/** ${description} */\n${JSON.stringify(name)}: { ${types.get(name)} };`,
  );
  const text = `// Written by \`npm run reference\` from the definitions of the events; edit the server instead.
import type { EventView } from './api.js';

/** What each event tells, by its name. */
export interface EventData {
${fields.join('\n\n')}
}

export type EventName = keyof EventData;

/** An event of an organization: a check of \`type\` narrows \`data\`. A later server may send more types than these. */
export type ArchivoltEvent = {
  [Name in EventName]: Omit<EventView, 'data' | 'type'> & { type: Name; data: EventData[Name] };
}[EventName];
`;
  return format(text, { ...(await resolveConfig(SDK_FILE)), parser: 'typescript' });
}
