import { readFileSync } from 'node:fs';
import { envVariables, type ConfigClass, type EnvVariable } from '@archivolt/plugin-kit';
import { validateSync, type ValidationError } from 'class-validator';

/** The text of every variable of a process. */
export type Environment = Readonly<Record<string, string | undefined>>;

export interface ConfigProblem {
  /** The name of the variable. */
  variable: string;
  /** What is wrong and what would be right; never contains the value. */
  message: string;
}

/** Reports all invalid settings at once, so that one start shows every mistake. */
export class ConfigurationError extends Error {
  constructor(readonly problems: readonly ConfigProblem[]) {
    super(
      ['These settings are invalid:', ...problems.map((problem) => `  ${problem.variable}: ${problem.message}`)].join(
        '\n',
      ),
    );
    this.name = 'ConfigurationError';
  }
}

const TRUE = new Set(['true', '1', 'yes', 'y', 'on', 'enabled']);
const FALSE = new Set(['false', '0', 'no', 'n', 'off', 'disabled']);

/** Reads one config class from the environment. Blank variables count as unset. */
export function loadConfig<Config extends object>(
  type: ConfigClass<Config>,
  environment: Environment,
): { config: Config; problems: ConfigProblem[] } {
  const config = new type();
  const problems: ConfigProblem[] = [];
  const variables = envVariables(type);
  for (const variable of variables) {
    try {
      const text = readText(variable, environment);
      if (text !== undefined) (config as Record<string, unknown>)[variable.property] = parse(variable, text);
    } catch (error) {
      problems.push({ variable: variable.name, message: (error as Error).message });
    }
  }
  const broken = new Set(problems.map((problem) => problem.variable));
  for (const failure of validateSync(config, { forbidUnknownValues: false })) {
    const variable = variables.find((candidate) => candidate.property === failure.property);
    if (variable && !broken.has(variable.name))
      problems.push({ variable: variable.name, message: rules(failure, variable) });
  }
  return { config, problems };
}

function readText(variable: EnvVariable, environment: Environment): string | undefined {
  for (const name of [variable.name, ...(variable.aliases ?? [])]) {
    const text = environment[name]?.trim();
    const file = variable.secret === true ? environment[`${name}_FILE`]?.trim() : undefined;
    // One of them would win in silence, and it may be the outdated one.
    if (text && file) throw new Error(`${name} and ${name}_FILE are both set; unset one of them`);
    if (text) return text;
    if (file) return readSecretFile(`${name}_FILE`, file);
  }
  return undefined;
}

function readSecretFile(variable: string, file: string): string {
  let text: string;
  try {
    text = readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw new Error(
      `the file named by ${variable} cannot be read (${(error as NodeJS.ErrnoException).code ?? 'error'})`,
    );
  }
  // The operator meant to set a secret; an empty file is an error, not an unset value.
  if (text === '') throw new Error(`the file named by ${variable} is empty`);
  return text;
}

function parse(variable: EnvVariable, text: string): boolean | number | string | string[] {
  switch (variable.type) {
    case 'boolean': {
      const word = text.toLowerCase();
      if (TRUE.has(word)) return true;
      if (FALSE.has(word)) return false;
      throw new Error('must be true or false (also 1/0, yes/no, y/n, on/off, enabled/disabled)');
    }
    case 'number':
      if (!/^-?\d{1,15}(\.\d{1,9})?$/.test(text)) throw new Error('must be a plain decimal number such as 25');
      return Number(text);
    case 'list':
      return text
        .split(',')
        .map((item) => item.trim())
        .filter((item) => item !== '');
    case 'string':
      return text;
  }
}

function rules(failure: ValidationError, variable: EnvVariable): string {
  return Object.values(failure.constraints ?? {})
    .map((sentence) => sentence.replace(new RegExp(`^(each value in )?${variable.property} `), '$1'))
    .join('; ');
}
