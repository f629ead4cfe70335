import { envVariables, type ConfigClass } from '@archivolt/plugin-kit';
import { loadConfig, type ConfigProblem, type Environment } from '#ground/settings';
import { instancesVariable, namesOf, settingsPrefix } from '@archivolt/plugin-kit/manifest';

/** One configured instance of an intake. */
export interface PluginInstance {
  name: string;
  config: object;
}

const NAME = /^[a-z][a-z0-9-]{0,30}$/;

/**
 * Reads the instances that `<ID>_INSTANCES` lists, each with its own settings over those of the plugin. `undefined`
 * without the list.
 */
export function readInstances(
  id: string,
  config: ConfigClass | undefined,
  environment: Environment,
): { instances: PluginInstance[] | undefined; problems: ConfigProblem[] } {
  const variable = instancesVariable(id);
  const written = environment[variable]?.trim();
  if (!written) return { instances: undefined, problems: [] };
  const names = written
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  const problems = mistakesInNames(id, names, config).map((message) => ({ variable, message }));
  if (problems.length > 0) return { instances: undefined, problems };
  const loaded = names.map((name) => ({ name, ...configOf(id, name, config, environment) }));
  return {
    instances: loaded.map((instance) => ({ name: instance.name, config: instance.config })),
    problems: loaded.flatMap((instance) => instance.problems),
  };
}

/** Returns every variable that the instances of a plugin read, in addition to those of the plugin itself. */
export function instanceVariables(id: string, config: ConfigClass | undefined, names: readonly string[]): string[] {
  return names.flatMap((name) =>
    (config ? envVariables(config) : []).flatMap((variable) =>
      namesOf(variable).flatMap((of) => withFile(variableOf(id, name, of), variable.secret)),
    ),
  );
}

function withFile(name: string, secret: boolean | undefined): string[] {
  return secret === true ? [name, `${name}_FILE`] : [name];
}

/** `INTAKE_FOLDER_SCANS_PATH` for the setting `INTAKE_FOLDER_PATH` of the instance `scans`. */
function variableOf(id: string, instance: string, setting: string): string {
  const prefix = settingsPrefix(id);
  const own = instance.toUpperCase().replaceAll('-', '_');
  return `${prefix}${own}_${setting.startsWith(prefix) ? setting.slice(prefix.length) : setting}`;
}

function mistakesInNames(id: string, names: readonly string[], config: ConfigClass | undefined): string[] {
  if (names.length === 0) return ['must list at least one name'];
  const odd = names.filter((name) => !NAME.test(name));
  if (odd.length > 0)
    return [
      'must be names of a letter and at most 30 letters, digits and dashes, all in lower case, separated by commas',
    ];
  const twice = names.find((name, place) => names.indexOf(name) !== place);
  if (twice !== undefined) return [`has the name ${twice} twice`];
  const taken = new Map((config ? envVariables(config) : []).flatMap(namesOf).map((name) => [name, 'the plugin']));
  for (const name of names)
    for (const variable of instanceVariables(id, config, [name])) {
      const other = taken.get(variable);
      if (other !== undefined)
        return [`has the name ${name}, whose setting ${variable} is a setting of ${other}, too; choose another name`];
      taken.set(variable, `the instance ${name}`);
    }
  return [];
}

/** The settings of the instance win over those of the plugin, whichever of its names each is written by. */
function configOf(
  id: string,
  instance: string,
  config: ConfigClass | undefined,
  environment: Environment,
): { config: object; problems: ConfigProblem[] } {
  if (!config) return { config: {}, problems: [] };
  const own: Record<string, string | undefined> = { ...environment };
  const renamed = new Map<string, string>();
  for (const variable of envVariables(config)) {
    const general = namesOf(variable).flatMap((name) => withFile(name, variable.secret));
    const ours = instanceVariables(id, config, [instance]);
    const isOwn = general.some((name) => environment[variableOf(id, instance, name)]?.trim());
    const first = variableOf(id, instance, variable.name);
    renamed.set(variable.name, isOwn ? first : `${first} or ${variable.name}`);
    if (!isOwn) continue;
    for (const name of general) {
      const of = variableOf(id, instance, name);
      own[name] = ours.includes(of) ? environment[of] : undefined;
    }
  }
  const { config: loaded, problems } = loadConfig(config, own);
  return {
    config: loaded,
    problems: problems.map((problem) => ({ ...problem, variable: renamed.get(problem.variable) ?? problem.variable })),
  };
}
