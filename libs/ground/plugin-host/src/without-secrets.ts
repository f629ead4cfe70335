import { envVariables } from '@archivolt/plugin-kit';
import type { LoadedPlugin } from './load-plugins.js';

/** Replaces the values of the secret settings of a plugin, as they are and as part of an address. */
export function withoutSecrets(text: string, { manifest, config, instances = [] }: LoadedPlugin): string {
  if (!manifest.config) return text;
  const secret = envVariables(manifest.config).filter((variable) => variable.secret === true);
  const values = [config, ...instances.map((instance) => instance.config)].flatMap((settings) =>
    secret.flatMap(({ property }) => (settings as Record<string, unknown> | undefined)?.[property] ?? []),
  );
  const written = values.map(String).flatMap((value) => [value, encodeURIComponent(value)]);
  return written
    .filter((value) => value !== '')
    .sort((a, b) => b.length - a.length)
    .reduce((shown, value) => shown.replaceAll(value, '***'), text);
}
