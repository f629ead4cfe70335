import type { Feature, FeatureModule } from './feature.js';

/** Loads one part (module, http or worker) of every feature that has it. */
export async function modulesOf(
  features: readonly Feature[],
  ...parts: readonly ('http' | 'module' | 'worker')[]
): Promise<FeatureModule[]> {
  const modules: FeatureModule[] = [];
  for (const feature of features)
    for (const part of parts) {
      const module = await feature[part]?.();
      if (module !== undefined) modules.push(module);
    }
  return modules;
}
