import type { Command } from 'commander';
import { PluginsConfig } from '#config/plugins';
import { ConfigurationError } from '#ground/settings';
import { sqlOver, UnitOfWork } from '#ground/database';
import { JobStates } from '#ground/jobs';
import { environment, installedPlugins, readSettings } from '#operation/installation';
import { isInUse, PluginHost, remainsOf, removeRemains, type PluginRemains } from '#ground/plugin-host';
import { queueOf } from '#automation/plugin-subscribers';
import { withApplication } from '../with-installation.js';

export function addPluginsCommands(program: Command): void {
  const plugins = program.command('plugins').description('the plugins of this installation');
  plugins.command('list').description('show the loaded plugins, and which ones the settings choose').action(list);
  plugins
    .command('remove')
    .description('drop the tables, the state and the waiting jobs of a plugin that is not loaded any more')
    .argument('<id>', 'its id, such as search-sqlite')
    .option('--yes', 'drop them; without it the command shows what it would drop', false)
    .action(remove);
}

async function list(): Promise<void> {
  const settings = readSettings(environment(), 'guest');
  if (settings.problems.length > 0) throw new ConfigurationError(settings.problems);
  const choices = settings.config(PluginsConfig);
  const plugins = await installedPlugins(settings, environment());
  const rows = plugins.map((plugin) => [
    plugin.id,
    plugin.version,
    plugin.kinds.join(', '),
    plugin.kinds.some((kind) => isInUse(kind, plugin, plugins, choices)) ? 'in use' : 'not chosen',
    [plugin.packageName, ...(plugin.instances ?? []).map(({ name }) => `instance ${name}`)].join(', '),
  ]);
  console.log(table([['id', 'version', 'kinds', '', 'package'], ...rows]));
  if (choices.disabled.length > 0) console.log(`\nDisabled: ${choices.disabled.join(', ')}`);
}

async function remove(id: string, { yes }: { yes: boolean }): Promise<void> {
  await withApplication(async (app) => {
    const loaded = app.get(PluginHost).plugins.map((plugin) => plugin.id);
    if (loaded.includes(id))
      throw new Error(
        `the plugin ${id} is loaded.\nRemedy: set PLUGINS_DISABLED=${id} or uninstall it, restart every server, then run the command again.`,
      );
    const sql = sqlOver(app.get(UnitOfWork).db);
    const remains = await remainsOf(sql, id, loaded);
    const jobs = app.get(JobStates);
    const lines = linesOf(remains, await jobs.countOf(queueOf(id)));
    if (lines.length > 0 && yes) {
      await removeRemains(sql, id, remains);
      await jobs.removeAllOf(queueOf(id));
    }
    const heading = yes ? 'Dropped:' : 'This would be dropped; add --yes to do it:';
    console.log(lines.length === 0 ? `The plugin ${id} has nothing in the database.` : [heading, ...lines].join('\n'));
  });
}

function linesOf({ objects, migrations, stateValues }: PluginRemains, jobs: number): string[] {
  return [
    ...objects.filter(({ kind }) => kind !== 'index').map(({ kind, name }) => `  ${kind} ${name}`),
    ...(stateValues === 0 ? [] : [`  ${stateValues} ${stateValues === 1 ? 'value' : 'values'} of its state`]),
    ...(jobs === 0 ? [] : [`  ${jobs} ${jobs === 1 ? 'job' : 'jobs'} for events that it has not handled`]),
    ...migrations.map((name) => `  the record of its migration ${name}`),
  ];
}

function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
