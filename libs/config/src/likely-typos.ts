import { envVariables, type ConfigClass } from '@archivolt/plugin-kit';
import type { Environment } from './load-config.js';

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
    const meant = nearest(variable, known);
    if (meant !== undefined) typos.push({ variable, hint: `did you mean ${meant}?` });
  }
  return typos;
}

function nearest(variable: string, known: Iterable<string>): string | undefined {
  let best: { name: string; distance: number } | undefined;
  for (const name of known) {
    const allowed = name.length < 8 ? 1 : name.length < 16 ? 2 : 3;
    if (Math.abs(name.length - variable.length) > allowed) continue;
    const distance = editDistance(variable.toUpperCase(), name);
    if (distance <= allowed && distance < (best?.distance ?? Infinity)) best = { name, distance };
  }
  return best?.name;
}

/** The number of letters to add, remove, change or swap with a neighbour to turn one word into the other. */
function editDistance(from: string, to: string): number {
  const rows: number[][] = [Array.from({ length: to.length + 1 }, (_, column) => column)];
  const at = (row: number, column: number): number => rows[row]?.[column] ?? Infinity;
  for (let row = 1; row <= from.length; row += 1) {
    rows.push([row]);
    for (let column = 1; column <= to.length; column += 1) {
      const isSame = from[row - 1] === to[column - 1];
      const isSwap = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      rows[row]?.push(
        Math.min(
          at(row - 1, column) + 1,
          at(row, column - 1) + 1,
          at(row - 1, column - 1) + (isSame ? 0 : 1),
          isSwap ? at(row - 2, column - 2) + 1 : Infinity,
        ),
      );
    }
  }
  return at(from.length, to.length);
}
