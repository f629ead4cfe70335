// Runs the real loader of plugins in a plain Node process, once for each folder that standard input lists as JSON:
// `[{ "root": "…", "external": ["…"], "environment": {} }]`. Prints the messages as JSON, in the same order.
import 'reflect-metadata';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { Clock } from '../../../../dist/libs/ground/kernel/src/clock.js';
import { loadPlugins } from '../../../../dist/libs/ground/plugin-host/src/load-plugins.js';
import { misspeltVariables } from '../../../../dist/libs/ground/plugin-host/src/misspelt-variables.js';
import { PluginHost } from '../../../../dist/libs/ground/plugin-host/src/plugin-host.js';

const hostSettings = new Set(['EXTRACTION_TIMEOUT_MS', 'DATABASE_URL', 'SEARCH_PLUGIN']);
const noDatabase = () => Promise.reject(new Error('there is no database here'));
const shared = {
  dataDir: '/',
  sql: { query: noDatabase, transaction: noDatabase },
  controlSql: { query: noDatabase },
  networkFor: () => ({}),
  clock: new Clock(),
};

async function messageOf({ root, external, environment }) {
  const load = (name) => {
    const folder = join(root, 'node_modules', name);
    const { exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    return import(pathToFileURL(join(folder, exports)).href);
  };
  const choice = {
    external,
    disabled: [],
    environment,
    hostSettings,
    events: async () => new Set(['document:created']),
  };
  const [typo] = await loadPlugins(choice, { root, load }).then(
    (plugins) => misspeltVariables(plugins, environment, { hostSettings }),
    (error) => Promise.reject(error),
  );
  if (typo) return `nothing reads ${typo.variable}: ${typo.hint}`;
  const host = new PluginHost(await loadPlugins(choice, { root, load }), shared);
  const [fault] = await host.checkAll(new AbortController().signal);
  await host.onApplicationShutdown();
  return fault?.error ?? 'no mistake';
}

const messages = [];
for (const folder of JSON.parse(await text(process.stdin)))
  messages.push(await messageOf(folder).catch((error) => error.message));
process.stdout.write(JSON.stringify(messages));
