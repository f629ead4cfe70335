import { envVariables } from '@archivolt/plugin-kit';
import { loadPlugins } from '#ground/plugin-host';
import { code, codes, page, table } from './page.mjs';
import { readFileSync } from 'node:fs';

const INTRODUCTION =
  'Plugins that come with Archivolt. `PLUGINS_DISABLED` leaves some out, `PLUGINS_EXTERNAL` adds installed packages; how to write one: [write a plugin](../guides/write-a-plugin.md).';

export async function generate() {
  const plugins = await loadPlugins({ external: [], disabled: [], environment: {} });
  const rows = plugins.map(({ id, packageName, version, kinds, manifest }) => {
    const { description } = JSON.parse(readFileSync(`node_modules/${packageName}/package.json`, 'utf8'));
    const settings = manifest.config ? codes(envVariables(manifest.config).map(({ name }) => name)) : '';
    return [
      code(id),
      `${code(packageName)} ${version}`,
      kinds.join(', '),
      manifest.contract,
      `${description}.`,
      settings,
    ];
  });
  const readers = plugins.flatMap(({ id, manifest }) => {
    const declaration = manifest.provides.extraction;
    return declaration ? [[code(id), declaration.form, codes(declaration.accepts)]] : [];
  });
  return {
    'docs/reference/plugins.md': page(
      'Plugins',
      INTRODUCTION,
      table(['plugin', 'package', 'kinds', 'contract', 'what it does', 'settings'], rows),
      `## What is read\n\n${table(['plugin', 'form', 'media types'], readers)}`,
    ),
  };
}
