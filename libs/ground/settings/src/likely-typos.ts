import { envVariables, type ConfigClass } from '@archivolt/plugin-kit';
import type { Environment } from './load-config.js';
import { nearestName } from '@archivolt/plugin-kit/manifest';

export interface LikelyTypo {
  /** A variable that is set but that no setting reads. */
  variable: string;
  /** The likely intended name, or why the variable has no effect. */
  hint: string;
}

/** Returns variables that no setting reads and whose names resemble those of settings. */
export function likelyTypos(types: readonly ConfigClass[], environment: Environment): LikelyTypo[] {
  const variables = types.flatMap((type) => envVariables(type));
  const known = new Set(variables.flatMap(({ name, aliases = [] }) => [name, ...aliases]));
  const secrets = new Set(variables.filter(({ secret }) => secret === true).map(({ name }) => name));
  const typos: LikelyTypo[] = [];
  for (const variable of Object.keys(environment).sort()) {
    if (known.has(variable) || !environment[variable]?.trim()) continue;
    const base = variable.endsWith('_FILE') ? variable.slice(0, -'_FILE'.length) : undefined;
    if (base !== undefined && known.has(base)) {
      if (!secrets.has(base)) typos.push({ variable, hint: `only secrets are read from files; set ${base} itself` });
      continue;
    }
    const meant = nearestName(variable, known);
    if (meant !== undefined) typos.push({ variable, hint: `did you mean ${meant}?` });
  }
  return typos;
}
