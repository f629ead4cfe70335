import type { Feature } from './feature.js';

/** Throws when two features use the same name, id prefix or migration. */
export function checkFeatures(features: readonly Feature[]): void {
  const claims = new Map<string, string>();
  for (const feature of features) {
    const own = [
      `name ${feature.name}`,
      ...Object.values(feature.idPrefixes ?? {}).map((prefix) => `id prefix ${prefix}`),
      ...(feature.migrations ?? []).map((migration) => `migration ${migration.name}`),
    ];
    for (const claim of own) {
      const other = claims.get(claim);
      if (other !== undefined) throw new Error(`the ${claim} belongs to the features ${other} and ${feature.name}`);
      claims.set(claim, feature.name);
    }
  }
}

/** Returns every migration of the features in the order of application. */
export function migrationsOf(features: readonly Feature[]) {
  return features.flatMap(({ migrations = [] }) => migrations).sort((a, b) => (a.name < b.name ? -1 : 1));
}
